/**
 * The signature of a webhook: HMAC-SHA256 over `<timestamp>.<delivery id>.<raw body>`. The MAC covers time and id, so
 * neither an old delivery nor a copy with a new id is accepted. The id has no dot, so the boundaries between the parts
 * cannot be moved. Pure: the clock and the secret are arguments.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** How far a sender's clock may be off. Delivery ids are stored for more than twice this time. */
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
    [SIGNATURE_HEADER]: `sha256=${mac(secret, { timestamp, deliveryId, body }).toString("hex")}`,
    [TIMESTAMP_HEADER]: timestamp,
    [DELIVERY_HEADER]: deliveryId,
  };
}

/** The delivery's id when the signature is valid and fresh; otherwise null, without a reason for the sender. */
export function verifyDelivery(
  secret: string,
  { headers, body, nowMs }: { headers: Headers; body: Uint8Array; nowMs: number },
): string | null {
  const timestamp = headers.get(TIMESTAMP_HEADER) ?? "";
  const deliveryId = headers.get(DELIVERY_HEADER) ?? "";
  const given = /^sha256=([0-9a-f]{64})$/i.exec(headers.get(SIGNATURE_HEADER) ?? "")?.[1];
  if (given === undefined || !/^[0-9]{1,12}$/.test(timestamp) || !deliveryPattern.test(deliveryId))
    return null;
  const expected = mac(secret, { timestamp, deliveryId, body });
  if (!timingSafeEqual(expected, Buffer.from(given, "hex"))) return null;
  return Math.abs(nowMs - Number(timestamp) * 1000) <= DELIVERY_WINDOW_MS ? deliveryId : null;
}

interface SignedParts {
  readonly timestamp: string;
  readonly deliveryId: string;
  readonly body: Uint8Array;
}

function mac(secret: string, { timestamp, deliveryId, body }: SignedParts): Buffer {
  return createHmac("sha256", secret).update(`${timestamp}.${deliveryId}.`).update(body).digest();
}
