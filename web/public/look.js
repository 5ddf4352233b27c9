// See src/lib/page/look.ts.
(function () {
  var root = document.documentElement;
  var script = document.createElement('script');
  if (!('noModule' in script) || !window.CSS || !CSS.supports || !CSS.supports('color', 'oklch(0.5 0.1 200)')) {
    root.className += ' old';
  }
  ['theme', 'text', 'motion'].forEach(function (name) {
    var kept = new RegExp('(?:^|; )' + name + '=([a-z]+)').exec(document.cookie);
    if (kept) root.setAttribute('data-' + name, kept[1]);
  });
  // The room of what the sign-in page is about to tell, so that its form does not move (sign-in.module.css).
  var why = /[?&]why=([a-z_]+)/.exec(location.search);
  if (why) root.setAttribute('data-why', why[1]);
  try {
    var provider = JSON.parse(document.getElementById('provider').textContent);
    root.style.setProperty('--accent-h', String(Number(provider.accent_hue)));
    root.style.setProperty('--accent-c', String(Number(provider.accent_chroma)));
  } catch {}
})();
