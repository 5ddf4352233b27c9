// Rules of this house that no linter knows. Each is a pattern of the syntax tree, and says what to do instead.

const forbid = (message, ...selectors) => ({
  meta: { type: 'problem' },
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export default {
  meta: { name: 'house' },
  rules: {
    'no-default-export': forbid('Named exports only: one name for one thing everywhere.', 'ExportDefaultDeclaration'),
    'no-clock': forbid(
      'Take the time from the clock: scope.clock on the server, lib/clock.ts in the browser, whose device may be wrong.',
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "CallExpression[callee.name='Date']",
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
      "MemberExpression[object.name='Temporal'][property.name='Now']",
    ),
    // Keys of a keyboard and MAC have no Russian names.
    'no-latin-on-screen': forbid(
      'What is read on a screen is Russian.',
      'JSXText[value=/(?<![&A-Za-z])(?!(?:MAC|Ctrl|Alt|Esc)(?![A-Za-z]))[A-Za-z]{3,}/]',
    ),
    'no-sql-outside-queries': forbid(
      'SQL lives in *.queries.ts, domain/, db/ and integrations/ only.',
      "TaggedTemplateExpression[tag.name='sql']",
    ),
    'one-comparison': forbid(
      'A secret is compared by isSameText(): timingSafeEqual throws if the lengths differ.',
      "Identifier[name='timingSafeEqual']",
    ),
    'no-message-beside-notify': forbid(
      'A client is told by notify().',
      "TaggedTemplateExpression[tag.name='sql'] TemplateElement[value.raw=/insert into message\\b/]",
    ),
  },
};
