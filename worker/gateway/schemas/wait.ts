import { z } from 'zod';
import { WAIT_STATUSES } from '../../tasks';
import { gatewayIdSchema } from './id';
import { taskViewSchema } from './task';

export const waitIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the wait'),
});

export const waitBodySchema = z.strictObject({
	taskIds: z
		.array(gatewayIdSchema)
		.min(1, 'is empty; name at least one task')
		.max(100, 'has more than 100 ids; wait for fewer tasks at once'),
	callbackUrl: z
		.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
		.describe('Told once, with {"waitId"}; its host must be one of callbackHosts'),
	executionId: z.string().min(1),
	nodeId: z.string().min(1),
	runIndex: z.int().min(0),
	deadlineSeconds: z
		.int()
		.min(1)
		.nullish()
		.describe('Seconds from now after which the callback comes though tasks still run; null: never'),
});

export const waitStartedSchema = z.object({ id: z.string(), links: z.object({ self: z.string() }) });

export const waitViewSchema = z.object({
	id: z.string(),
	status: z.enum(WAIT_STATUSES),
	tasks: z.array(taskViewSchema).describe('In the order of taskIds'),
});

export type WaitView = z.infer<typeof waitViewSchema>;
