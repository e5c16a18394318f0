import { describe, expect, it } from "vitest";
import {
  DELIVERY_HEADER,
  DELIVERY_WINDOW_MS,
  SIGNATURE_HEADER,
  signDelivery,
  TIMESTAMP_HEADER,
  verifyDelivery,
} from "../signed-delivery.ts";

const NOW = 1_800_000_000_000;
const secret = "a secret of some length";
const body = new TextEncoder().encode('{"status":"completed"}');
const deliveryId = "delivery-0001";

function headers(change: Record<string, string> = {}): Headers {
  return new Headers({ ...signDelivery(secret, { deliveryId, body, nowMs: NOW }), ...change });
}

const verify = (given: Headers, { bytes = body, nowMs = NOW, key = secret } = {}) =>
  verifyDelivery(key, { headers: given, body: bytes, nowMs });

describe("a signed delivery", () => {
  it("is accepted and identified by its id", () => expect(verify(headers())).toBe(deliveryId));

  it("has a signature that other tools can compute: HMAC-SHA256 over timestamp.id.body", () => {
    // Computed with: printf '1800000000.delivery-0001.{"status":"completed"}' | openssl dgst -sha256 -hmac "$secret"
    expect(headers().get(SIGNATURE_HEADER)).toBe(
      "sha256=522f42a801e67e626f5b0dad0727fcf8bc2c31f7b3e5ba908eca9f1469271649",
    );
  });

  it.each([
    ["another secret", headers(), { key: "another secret" }],
    ["a changed body", headers(), { bytes: new TextEncoder().encode('{"status":"completed" }') }],
    ["another id", headers({ [DELIVERY_HEADER]: "delivery-0002" }), {}],
    ["another time", headers({ [TIMESTAMP_HEADER]: String(NOW / 1000 + 1) }), {}],
    ["a truncated signature", headers({ [SIGNATURE_HEADER]: "sha256=00" }), {}],
    [
      "another algorithm's name",
      headers({ [SIGNATURE_HEADER]: headers().get(SIGNATURE_HEADER)!.replace("256", "1") }),
      {},
    ],
    ["no headers", new Headers(), {}],
    ["too old", headers(), { nowMs: NOW + DELIVERY_WINDOW_MS + 1 }],
    ["from the future", headers(), { nowMs: NOW - DELIVERY_WINDOW_MS - 1 }],
  ])("is refused with %s", (_, given, options) => expect(verify(given, options)).toBeNull());

  it("L62: cannot be forged from another by moving the border between id and body", () => {
    const moved = new TextEncoder().encode(`0001.${new TextDecoder().decode(body)}`);
    expect(verify(headers({ [DELIVERY_HEADER]: "delivery" }), { bytes: moved })).toBeNull();
  });
});
