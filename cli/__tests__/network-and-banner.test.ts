import { describe, expect, it } from "vitest";
import { banner } from "../embedded/banner.ts";
import { allowedNetworks } from "../embedded/network.ts";
import { isLaunchedByWrapper } from "../embedded/shutdown.ts";

describe("allowedNetworks", () => {
  it("adds the private addresses of the hosts that the operator named, and nothing else", async () => {
    const find = async () => ["10.1.2.3", "93.184.215.14", "fd00::1"];
    expect(await allowedNetworks(["git.internal", "127.0.0.1", "::1"], find)).toEqual([
      "public",
      "10.1.2.3/32",
      "fd00::1/128",
      "127.0.0.1/32",
      "::1/128",
    ]);
  });

  it("skips a name that cannot be resolved", async () => {
    const find = () => Promise.reject(new Error("offline"));
    expect(await allowedNetworks(["git.internal"], find)).toEqual(["public"]);
  });

  it("does not add a public address, which is allowed anyway", async () => {
    expect(await allowedNetworks(["140.82.121.6"])).toEqual(["public"]);
  });
});

describe("banner", () => {
  const input = {
    version: "1.2.3",
    dataDir: "/d",
    adminTokenFile: "/d/t",
    host: "127.0.0.1",
    freshToken: null,
    isFirstStart: false,
  };
  const url = new URL("http://127.0.0.1:8787");

  it("shows address and folder, and the admin token only when it is new", () => {
    expect(banner({ ...input, url })).toBe(
      "vskill-platform 1.2.3\n  address      http://127.0.0.1:8787\n  data         /d",
    );
    const first = banner({ ...input, url, freshToken: "vsk_x" });
    expect(first).toContain("\n  admin token  vsk_x\n");
    expect(first).toContain("won't be shown again");
    expect(first).toContain("\n  next         open http://127.0.0.1:8787 in a browser\n");
  });

  it("shows the next steps at a first start whose admin token the operator has set", () => {
    const first = banner({ ...input, url, isFirstStart: true });
    expect(first).toContain("\n  next         open http://127.0.0.1:8787 in a browser\n");
    expect(first).not.toContain("\n  admin token");
  });

  it("shows a URL that a browser can open, whatever address the server listens on", () => {
    expect(banner({ ...input, url, host: "0.0.0.0" })).toContain("http://127.0.0.1:8787  (all interfaces)");
    expect(banner({ ...input, url: new URL("http://[::1]:80"), host: "::1" })).toContain("http://[::1]:80");
  });
});

describe("isLaunchedByWrapper", () => {
  it("recognises npm and our own bin", () => {
    expect(isLaunchedByWrapper({ npm_lifecycle_event: "start" })).toBe(true);
    expect(isLaunchedByWrapper({ VSKILL_LAUNCHER: "1" })).toBe(true);
    expect(isLaunchedByWrapper({})).toBe(false);
  });
});
