import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { firstArgument } from './first-argument';

const argsSchema = z.object({ input: z.looseObject({}) });

/** What a task was started with. */
export async function readInput(
	client: Client,
	execution: { workflowId: string; runId: string },
): Promise<Record<string, unknown>> {
	return argsSchema.parse(await firstArgument(client, execution)).input;
}
