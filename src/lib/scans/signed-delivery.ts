/**
 * The signature of a webhook: HMAC-SHA256 over `<timestamp>.<delivery id>.<raw body>`. Time and id are under the MAC,
 * so neither an old delivery nor a copy under a new id passes; the id has no dot, so the parts cannot be shifted.
 * Pure: the clock and the secret are arguments.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** How far a sender's clock may be off. Ids are remembered for longer than twice this. */
export const DELIVERY_WINDOW_MS = 5 * 60_000;

export const SIGNATURE_HEADER = "X-Vskill-Signature";
export const TIMESTAMP_HEADER = "X-Vskill-Timestamp";
export const DELIVERY_HEADER = "X-Vskill-Delivery";

const deliveryPattern = /^[A-Za-z0-9_-]{8,100}$/;

/** The three headers for a body. */
export function signDelivery(
  secret: string,
  { deliveryId, body, nowMs }: { deliveryId: string; body: Uint8Array; nowMs: number },
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  return {
    [SIGNATURE_HEADER]: `sha256=${mac(secret, timestamp, deliveryId, body).toString("hex")}`,
    [TIMESTAMP_HEADER]: timestamp,
    [DELIVERY_HEADER]: deliveryId,
  };
}

/** The delivery's id when the signature holds and is fresh; null otherwise, and nobody learns why. */
export function verifyDelivery(
  secret: string,
  { headers, body, nowMs }: { headers: Headers; body: Uint8Array; nowMs: number },
): string | null {
  const timestamp = headers.get(TIMESTAMP_HEADER) ?? "";
  const deliveryId = headers.get(DELIVERY_HEADER) ?? "";
  const given = /^sha256=([0-9a-f]{64})$/i.exec(headers.get(SIGNATURE_HEADER) ?? "")?.[1];
  if (given === undefined || !/^[0-9]{1,12}$/.test(timestamp) || !deliveryPattern.test(deliveryId))
    return null;
  const expected = mac(secret, timestamp, deliveryId, body);
  if (!timingSafeEqual(expected, Buffer.from(given, "hex"))) return null;
  return Math.abs(nowMs - Number(timestamp) * 1000) <= DELIVERY_WINDOW_MS ? deliveryId : null;
}

function mac(secret: string, timestamp: string, deliveryId: string, body: Uint8Array): Buffer {
  return createHmac("sha256", secret).update(`${timestamp}.${deliveryId}.`).update(body).digest();
}
