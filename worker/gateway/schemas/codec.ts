import { z } from 'zod';

/** As Temporal writes a payload in JSON: bytes are base64. What it leaves out is empty. */
const payloadSchema = z.object({
	metadata: z.record(z.string(), z.base64()).default({}),
	data: z.base64().default(''),
});

export const payloadsSchema = z.object({ payloads: z.array(payloadSchema) });

export type PayloadJson = z.infer<typeof payloadSchema>;
