import { hubspot } from './hubspot/kind';
import { postgresql } from './postgresql/kind';
import { webhook } from './webhook/kind';

/** Every kind of destination there is. What others need of them is derived from this list. */
export const DESTINATION_KINDS = [postgresql, hubspot, webhook] as const;
