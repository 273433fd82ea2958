#!/bin/sh
# A campaign as an array of 40 jobs of Slurm, in a folder that the nodes share, and a job after it that merges:
#
#     array=$(sbatch --parsable slurm.sh)
#     sbatch --dependency=afterany:$array --wrap 'hotseat merge shards'
#SBATCH --job-name=hotseat
#SBATCH --array=1-40
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=02:00:00
#SBATCH --requeue
# A job that runs out of time gets the signal a minute before, and leaves a summary so far.
#SBATCH --signal=B:TERM@60
hotseat simulate --seeds 0..400000 --jobs 4 --shard auto/40 --out shards &
# The shell hands the signal on.
trap 'kill -TERM $!' TERM
wait $!
code=$?
# A wait that the signal ends is not the end of the command.
if [ $code -gt 128 ]; then
  wait $!
  code=$?
fi
case $code in
  # What was found stands in the summary.
  0 | 1 | 3 | 6) ;;
  *) exit $code ;;
esac
