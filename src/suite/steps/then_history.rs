//! The part of the conversation that goes back to the model.

use super::{Step, then};
use crate::suite::check::{holds, nth};

pub fn steps() -> Vec<Step> {
    vec![then(
        "the reasoning {string} goes back to the model",
        "It stands unchanged among what the model said, in the last request of the turn; inquiries do not count.",
        |evidence, expected: String| {
            let requests = evidence.turn_requests()?;
            let number = requests.len() as u64;
            let request = nth(requests, number, "request")?;
            let found = request.what.reasoning().collect::<Vec<_>>();
            holds(
                found.contains(&expected.as_str()),
                format!("the reasoning {expected:?}"),
                format!("the reasoning {found:?}"),
                Some(request.seq),
            )
        },
    )]
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;
    use gherkin::StepType;
    use rstest::rstest;

    use crate::{
        model::{Millis, ModelRequest, Op, Part, Role},
        stage::{Lane, Observation, Played, What},
        suite::{
            check::{Evidence, Mismatch},
            steps::find,
        },
        system::{Effect, Input, ModelEvent, Utterance},
    };

    fn request(parts: &[(Role, Part)], schema: bool) -> What {
        let mut request = ModelRequest { schema: schema.then(|| json!({})), ..ModelRequest::default() };
        parts.iter().cloned().for_each(|(role, part)| request.push(role, part));
        What::Effect(Effect::Request(Op::Request(1), Box::new(request)))
    }

    fn reasoning(role: Role, text: &str) -> (Role, Part) {
        (role, Part::Reasoning(text.into()))
    }

    /// Whether `line` holds of these observations.
    fn holds(line: &str, events: Vec<What>) -> bool {
        let seen = |what: What| Observation { seq: 1, at_ms: Millis(0), lane: what.lane(), what };
        let played = Played { events: events.into_iter().map(seen).collect(), ..Played::nothing() };
        let matched = find(StepType::Then, line, None).unwrap();
        match matched.check(&Evidence::new(&played, &Lane::ALL), &str::to_owned) {
            Ok(()) => true,
            Err(Mismatch::Fails { .. }) => false,
            Err(Mismatch::Unread(why) | Mismatch::Unmet(why)) => panic!("{why}"),
        }
    }

    #[rstest]
    #[case::among_others(vec![
        request(&[reasoning(Role::Assistant, "ah"), reasoning(Role::Assistant, "hm")], false)], true)]
    #[case::beside_an_inquiry(vec![request(&[reasoning(Role::Assistant, "hm")], false), request(&[], true)], true)]
    #[case::nowhere(vec![], false)]
    #[case::another(vec![request(&[reasoning(Role::Assistant, "hmm")], false)], false)]
    #[case::as_a_text(vec![request(&[(Role::Assistant, Part::Text("hm".into()))], false)], false)]
    #[case::as_the_users(vec![request(&[reasoning(Role::User, "hm")], false)], false)]
    #[case::not_in_the_last_request(vec![
        request(&[reasoning(Role::Assistant, "hm")], false), request(&[], false)], false)]
    #[case::in_an_inquiry_alone(vec![request(&[], false), request(&[reasoning(Role::Assistant, "hm")], true)], false)]
    fn goes_back(#[case] events: Vec<What>, #[case] expected: bool) {
        assert_eq!(holds(r#"the reasoning "hm" goes back to the model"#, events), expected);
    }

    #[test]
    fn a_request_shows_no_reasoning_but_the_models() {
        let line = "the turn's own requests show nothing of an inquiry";
        let says = What::Input(Input::Says(Utterance("go".into())));
        let reasoned = What::Input(Input::Model(Op::Request(1), ModelEvent::Reasoning("hm".into())));
        let back = request(&[reasoning(Role::Assistant, "hm")], false);
        assert!(holds(line, vec![says.clone(), reasoned, back.clone()]));
        assert!(!holds(line, vec![says, back]), "nobody reasoned that");
    }
}
