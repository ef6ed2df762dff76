import { sentIdSchema } from '../../../api';

/** Longest id of the gateway's own, in bytes of UTF-8: they are ids of Temporal, which has this bound. */
export const GATEWAY_ID_BYTES = 1_000;

/** An id that the gateway gave out: of a task, a wait, a subscription, a delivery, or a search for a person. */
export const gatewayIdSchema = sentIdSchema(GATEWAY_ID_BYTES);
