//! JSON as it is written, with the place of every value in it: each value is written once, however deep it lies.

use crate::model::json::Value;

/// A value as it is written, and where the values in it stand.
pub struct Written {
    text: Vec<u8>,
    /// Every value in the order in which it begins.
    values: Vec<Place>,
}

/// Where a value stands in the text, in bytes.
struct Place {
    start: usize,
    end: usize,
    /// The number of the value that begins next behind this one.
    behind: usize,
}

impl Written {
    /// `value` is number 0. The first value in it, if there is one, is number 1.
    pub fn new(value: &Value) -> Self {
        let mut written = Self { text: Vec::new(), values: Vec::new() };
        written.add(value);
        written
    }

    /// The text of value `number`.
    pub fn text(&self, number: usize) -> &str {
        let text = self.values.get(number).and_then(|place| self.text.get(place.start..place.end));
        text.and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
    }

    /// The number of the value that begins behind value `number`.
    pub fn behind(&self, number: usize) -> usize {
        self.values.get(number).map_or(number + 1, |place| place.behind)
    }

    fn add(&mut self, value: &Value) {
        let (number, start) = (self.values.len(), self.text.len());
        self.values.push(Place { start, end: start, behind: number });
        match value {
            Value::Object(fields) => {
                self.text.push(b'{');
                for (index, (key, field)) in fields.iter().enumerate() {
                    self.separate(index);
                    self.leaf(key);
                    self.text.push(b':');
                    self.add(field);
                }
                self.text.push(b'}');
            }
            Value::Array(items) => {
                self.text.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    self.separate(index);
                    self.add(item);
                }
                self.text.push(b']');
            }
            leaf => self.leaf(leaf),
        }
        self.values[number] = Place { start, end: self.text.len(), behind: self.values.len() };
    }

    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.text.push(b',');
        }
    }

    fn leaf(&mut self, leaf: &(impl serde::Serialize + ?Sized)) {
        // Writing into memory never fails.
        let _ = serde_json::to_writer(&mut self.text, leaf);
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::Written;

    /// Every value of `value`, in the order in which it begins.
    fn all(value: &Value) -> Vec<&Value> {
        let inside: Vec<&Value> = match value {
            Value::Object(fields) => fields.values().flat_map(all).collect(),
            Value::Array(items) => items.iter().flat_map(all).collect(),
            _ => Vec::new(),
        };
        [value].into_iter().chain(inside).collect()
    }

    #[rstest]
    #[case(json!(null))]
    #[case(json!("a \"quoted\" ─ text\n"))]
    #[case(json!([]))]
    #[case(json!({"a": [1, {"b\"": null}, []], "c": {}, "d": -0.5, "ü": [[true]]}))]
    fn every_value_is_written_as_it_is_alone(#[case] value: Value) {
        let written = Written::new(&value);
        for (number, value) in all(&value).into_iter().enumerate() {
            assert_eq!(written.text(number), value.to_string());
            assert_eq!(written.behind(number), number + all(value).len());
        }
    }
}
