Feature: PilotDeck: previews of options

  An option may bring what it would look like, as a fragment of HTML. Each is checked, by rules that look for a few tags
  and promise no safety, and what is wrong is told to the letter.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Scenario Outline: A preview <what> is no fragment
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
      | what                                 | id    | preview                           |
      | with html                            | PD-27 | <html><p>x</p></html>             |
      | with HTML in capitals                | PD-27 | <HTML><p>x</p>                    |
      | with body and an attribute           | PD-27 | <p>x</p><bOdY class='a'>          |
      | with a doctype                       | PD-27 | <!doctype html>                   |
      | with a doctype in capitals           | PD-27 | <!DOCTYPE svg><svg>               |
      | with a blank before html             | PD-27 | < html>                           |
      | with a line break before body        | PD-27 | <p>x</p><\\r\\n\\tbody>           |
      | with a vertical tab before html      | PD-27 | <\\u000b\\u000chtml><p>           |
      | with a blank that does not break     | PD-27 | <\\u00a0html><p>                  |
      | with a mark of byte order            | PD-27 | <\\ufeff!doctype x><p>            |
      | with an ideographic blank            | PD-27 | <\\u3000body><p>                  |
      | with a separator of lines            | PD-27 | <\\u2028html><p>                  |
      | with a blank of an em                | PD-27 | <\\u2003html><p>                  |
      | with html and then a hyphen          | PD-27 | <html-x>                          |
      | with html and then a letter of Greek | PD-27 | <htmlα><p>                        |
      | with html at its end                 | PD-27 | <p>x</p><html                     |
      | with body inside an attribute        | PD-27 | <p title='<body>'>x</p>           |
      | with body behind text                | PD-27 | 1 < body and <p>x</p>             |
      | with body, then script               | PD-30 | <body><script>x()</script></body> |
      | with script, then body               | PD-30 | <script>x()</script><body>        |
      | with html and no tag                 | PD-30 | < html                            |

  Scenario Outline: A preview <what> is active
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
      | what                         | id    | preview                      |
      | with script                  | PD-28 | <p>x</p><script>x()</script> |
      | with style in capitals       | PD-28 | <STYLE>p{}</STYLE>           |
      | with script and an attribute | PD-28 | <ScRiPt src='a'>             |
      | with blanks before script    | PD-28 | <\\n\\u2009 script>          |
      | with style and a slash       | PD-28 | <style/>                     |
      | with script at its end       | PD-28 | <p><script                   |
      | with style and then a dot    | PD-28 | <style.a>                    |
      | with script and no tag       | PD-30 | < script                     |

  Scenario Outline: A preview <what> is no HTML
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
      | what                            | preview    |
      | that is empty                   |            |
      | of a blank                      | \\u0020    |
      | of plain text                   | a fine map |
      | of Markdown                     | **bold**   |
      | with a comparison               | a < b > c  |
      | with a tag that is a number     | <1>        |
      | with an end of a tag alone      | x</p>      |
      | with a comment alone            | <!-- x --> |
      | with a tag of Greek             | <α>        |
      | with signs for a tag            | &lt;p&gt;  |
      | with a tag that is never closed | <p         |

  Scenario Outline: A preview <what> passes
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
      | what                                  | id    | preview                       |
      | of a tag                              | PD-29 | <p>x</p>                      |
      | of a tag in capitals                  | PD-29 | text <PRE>x                   |
      | of a tag over two lines               | PD-29 | <p\\nclass='a'\\n>            |
      | of an unknown tag                     | PD-29 | <x-y>                         |
      | with a tag that begins like html      | PD-27 | <html5><htmlx>                |
      | with a tag that begins like body      | PD-27 | <body_2>                      |
      | with a doctype that goes on           | PD-27 | <!doctypes><p>                |
      | with an end of html                   | PD-27 | <p></html>                    |
      | with html outside a tag               | PD-27 | <p>html body !doctype         |
      | with a blank of no width before html  | PD-27 | <\\u200bhtml><p>              |
      | with a next line before html          | PD-27 | <\\u0085html><p>              |
      | with a separator of units before body | PD-27 | <\\u001fbody><p>              |
      | with a separator of Mongolian         | PD-27 | <\\u180ebody><p>              |
      | with a tag that begins like script    | PD-28 | <scripts>                     |
      | with a tag that begins like style     | PD-28 | <style2><p>                   |
      | with an attribute style               | PD-28 | <p style='color: red'>        |
      | with a frame                          | PD-31 | <iframe src='javascript:x()'> |
      | with an image that runs something     | PD-31 | <img onerror=x>               |
      | with a drawing that runs something    | PD-31 | <svg/onload=x>                |

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

  Scenario: An option without a preview passes beside others, and no format of previews is set
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

  Scenario: Upstream, no format of previews is set either
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
  Scenario: The host shows a preview, and sends that of the chosen option back
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
    And what is recorded last with {"answers": {"Q?": "B"}} has: [PD-95]
      """
      {"annotations": {"Q?": {"preview": "<p>in Rome</p>"}}}
      """

  Scenario: The tool itself copies no preview
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
    And what is recorded last with {"answers": {"Q?": "A"}} is without "annotations" [PD-94]

  @reference
  Scenario: A preview as a host draws it
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
