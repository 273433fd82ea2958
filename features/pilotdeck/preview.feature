Feature: PilotDeck: previews of options

  An option may have a preview, which is a fragment of HTML. The check looks for a few tags only and promises no safety.
  Each error has an exact message.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Scenario Outline: A preview <what> is refused as a full document
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<preview>"}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [<id>]
      """
      {
        "issues": [
          {
            "path": "questions[].options[].preview",
            "code": "invalid_schema",
            "message": "Option \"A\" in question \"Q?\": preview must be an HTML fragment, not a full document (no \u003chtml>, \u003cbody>, or \u003c!DOCTYPE>)"
          }
        ]
      }
      """
    And no prompt is shown [<id>]

    Examples:
      | what                                       | id    | preview                           |
      | with an html tag                           | PD-27 | <html><p>x</p></html>             |
      | with an HTML tag in capitals               | PD-27 | <HTML><p>x</p>                    |
      | with a body tag and an attribute           | PD-27 | <p>x</p><bOdY class='a'>          |
      | with a doctype                             | PD-27 | <!doctype html>                   |
      | with a doctype in capitals                 | PD-27 | <!DOCTYPE svg><svg>               |
      | with a space before html                   | PD-27 | < html>                           |
      | with a line break before body              | PD-27 | <p>x</p><\\r\\n\\tbody>           |
      | with a vertical tab before html            | PD-27 | <\\u000b\\u000chtml><p>           |
      | with a no-break space before html          | PD-27 | <\\u00a0html><p>                  |
      | with a byte order mark before a doctype    | PD-27 | <\\ufeff!doctype x><p>            |
      | with an ideographic space before body      | PD-27 | <\\u3000body><p>                  |
      | with a line separator before html          | PD-27 | <\\u2028html><p>                  |
      | with an em space before html               | PD-27 | <\\u2003html><p>                  |
      | with html followed by a hyphen             | PD-27 | <html-x>                          |
      | with html followed by a Greek letter       | PD-27 | <htmlα><p>                        |
      | with an unfinished html tag at its end     | PD-27 | <p>x</p><html                     |
      | with a body tag inside an attribute        | PD-27 | <p title='<body>'>x</p>           |
      | with a less-than sign before the word body | PD-27 | 1 < body and <p>x</p>             |
      | with body and then script                  | PD-30 | <body><script>x()</script></body> |
      | with script and then body                  | PD-30 | <script>x()</script><body>        |
      | with html but no complete tag              | PD-30 | < html                            |

  Scenario Outline: A preview <what> is refused for its script or style tag
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<preview>"}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [<id>]
      """
      {
        "issues": [
          {
            "path": "questions[].options[].preview",
            "code": "invalid_schema",
            "message": "Option \"A\" in question \"Q?\": preview must not contain \u003cscript> or \u003cstyle> tags. Use inline styles via the style attribute if needed."
          }
        ]
      }
      """
    And no prompt is shown [<id>]

    Examples:
      | what                                     | id    | preview                      |
      | with a script tag                        | PD-28 | <p>x</p><script>x()</script> |
      | with a style tag in capitals             | PD-28 | <STYLE>p{}</STYLE>           |
      | with a script tag and an attribute       | PD-28 | <ScRiPt src='a'>             |
      | with blanks before script                | PD-28 | <\\n\\u2009 script>          |
      | with style followed by a slash           | PD-28 | <style/>                     |
      | with an unfinished script tag at its end | PD-28 | <p><script                   |
      | with style followed by a dot             | PD-28 | <style.a>                    |
      | with script but no complete tag          | PD-30 | < script                     |

  Scenario Outline: A preview <what> is refused as not HTML
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<preview>"}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [PD-29]
      """
      {
        "issues": [
          {
            "path": "questions[].options[].preview",
            "code": "invalid_schema",
            "message": "Option \"A\" in question \"Q?\": preview must contain HTML (previewFormat is set to \"html\"). Wrap content in a tag like \u003cdiv> or \u003cpre>."
          }
        ]
      }
      """
    And no prompt is shown [PD-29]

    Examples:
      | what                         | preview    |
      | that is empty                |            |
      | of one blank                 | \\u0020    |
      | of plain text                | a fine map |
      | of Markdown                  | **bold**   |
      | with comparison signs        | a < b > c  |
      | with a number for a tag name | <1>        |
      | with only a closing tag      | x</p>      |
      | with only a comment          | <!-- x --> |
      | with a Greek tag name        | <α>        |
      | with escaped angle brackets  | &lt;p&gt;  |
      | with an unfinished tag       | <p         |

  Scenario Outline: A preview <what> is accepted
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<preview>"}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q?" with "A"
    And the model says "done"
    Then the host is asked with {"questions": [{"options": [{"preview": "<preview>"}, {}]}]} [<id>]
    And nothing is recorded with {"path": "questions[].options[].preview"} [<id>]

    Examples:
      | what                                         | id    | preview                       |
      | with a tag                                   | PD-29 | <p>x</p>                      |
      | with a tag in capitals                       | PD-29 | text <PRE>x                   |
      | with a tag over several lines                | PD-29 | <p\\nclass='a'\\n>            |
      | with an unknown tag                          | PD-29 | <x-y>                         |
      | with a tag that begins like html             | PD-27 | <html5><htmlx>                |
      | with a tag that begins like body             | PD-27 | <body_2>                      |
      | with a word that begins like doctype         | PD-27 | <!doctypes><p>                |
      | with a closing html tag                      | PD-27 | <p></html>                    |
      | with the word html outside a tag             | PD-27 | <p>html body !doctype         |
      | with a zero-width space before html          | PD-27 | <\\u200bhtml><p>              |
      | with a next-line character before html       | PD-27 | <\\u0085html><p>              |
      | with a unit separator before body            | PD-27 | <\\u001fbody><p>              |
      | with a Mongolian vowel separator before body | PD-27 | <\\u180ebody><p>              |
      | with a tag that begins like script           | PD-28 | <scripts>                     |
      | with a tag that begins like style            | PD-28 | <style2><p>                   |
      | with a style attribute                       | PD-28 | <p style='color: red'>        |
      | with an iframe                               | PD-31 | <iframe src='javascript:x()'> |
      | with an image that runs a script             | PD-31 | <img onerror=x>               |
      | with an SVG that runs a script               | PD-31 | <svg/onload=x>                |

  Scenario Outline: The preview of option <option> of question <question> is checked like any other
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "1?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<1A>"}, {"label": "B", "description": "", "preview": "<1B>"}, {"label": "C", "description": "", "preview": "\u003cb>x\u003c/b>"}]},
        {"question": "2?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": "", "preview": "\u003cb>x\u003c/b>"}, {"label": "C", "description": ""}, {"label": "D", "description": "", "preview": "<2D>"}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [PD-18, PD-32, PD-84]
      """
      {
        "issues": [
          {
            "path": "questions[].options[].preview",
            "code": "invalid_schema",
            "message": "Option \"<option>\" in question \"<question>?\": …"
          }
        ]
      }
      """
    And the call "call_1" fails, telling the model something with: [PD-18]
      """
      Option "<option>" in question "<question>?":
      """
    And the call "call_1" fails, telling the model something with "preview must not contain " [PD-28]
    And no prompt is shown [PD-18]

    Examples:
      | question | option | 1A       | 1B       | 2D       |
      | 1        | A      | <script> | <html>   | plain    |
      | 1        | B      | <b>      | <script> | plain    |
      | 2        | D      | <b>      | <i>      | <script> |

  Scenario: An option without a preview is accepted beside others, and no preview format is sent
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": "", "preview": "<p>B</p>"}]}]}
      """
    And the person answers "Q?" with "A"
    And the model says "done"
    Then the host is asked with {"questions": [{"question": "Q?"}]} [PD-26]
    And nothing is recorded with {"code": "invalid_schema"} [PD-84]
    And the host is asked without "previewFormat" [PD-32]

  Scenario: Upstream, no preview format is sent either
    Given the profile "upstream"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<p>A</p>"}, {"label": "B", "description": ""}]}]}
      """
    And the client answers "elicitation_request" with the line:
      """
      {
        "type": "elicitation_respond",
        "sessionKey": "session_1",
        "requestId": "<requestId>",
        "answer": {"type": "answered", "answers": {"Q?": "A"}}
      }
      """
    And the model says "done"
    Then 1 message tells the client: [PD-32]
      """
      {"type": "elicitation_request", "questions": [{"options": [{"preview": "<p>A</p>"}, {}]}]}
      """
    And no message tells the client "previewFormat" [PD-32]

  @open
  Scenario: The host shows the previews, and sends back the preview of the chosen option
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<p>in Oslo</p>"}, {"label": "B", "description": "", "preview": "<p>in Rome</p>"}]}]}
      """
    And the person answers "Q?" with:
      """
      {"type": "answered", "answers": {"Q?": "B"}, "annotations": {"Q?": {"preview": "<p>in Rome</p>"}}}
      """
    And the model says "done"
    Then the prompt contains "<p>in Oslo</p>" [PD-95]
    And the prompt contains "<p>in Rome</p>" [PD-95]
    And the last object recorded with {"answers": {"Q?": "B"}} has: [PD-95]
      """
      {"annotations": {"Q?": {"preview": "<p>in Rome</p>"}}}
      """

  Scenario: The tool itself does not copy a preview into the result
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<p>A</p>"}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q?" with {"type": "answered", "answers": {"Q?": "A"}}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-94]
      """
      User has answered your questions: "Q?"="A". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"answers": {"Q?": "A"}} lacks "annotations" [PD-94]

  @reference
  Scenario: How a host draws a preview
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which map?", "header": "Map", "options": [{"label": "A", "description": "small", "preview": "<pre>\n+-+\n</pre>"}, {"label": "B", "description": ""}]}]}
      """
    And the person chooses "B" at "Which map?"
    And the model says "done"
    Then the prompt is drawn as:
      """
      [Map] Which map?
        1. A - small
           | <pre>
           | +-+
           | </pre>
        2. B
      """
