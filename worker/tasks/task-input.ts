import type { Client } from '@temporalio/client';
import { decodeFromPayloadsAtIndex } from '@temporalio/common/lib/internal-non-workflow';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { TaskType } from '../../workflows/contracts';
import { definitions, type Visibility } from './definitions';
import type { StartTask } from './task-service';

const argsSchema = z.object({ input: z.looseObject({}) });

/** The input of a task's start. */
export async function readInput(
	client: Client,
	execution: { workflowId: string; runId?: string },
): Promise<Record<string, unknown>> {
	return argsSchema.parse(await firstArgument(client, execution)).input;
}

/** The first argument of a workflow, decrypted from the first event of its run. This needs no worker. */
export async function firstArgument(
	client: Client,
	execution: { workflowId: string; runId?: string },
): Promise<unknown> {
	const { namespace, loadedDataConverter } = client.options;
	const { history } = await client.workflowService.getWorkflowExecutionHistory({
		namespace,
		execution,
		maximumPageSize: 1,
	});
	const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
	const context = { type: 'workflow', namespace, workflowId: execution.workflowId } as const;
	return decodeFromPayloadsAtIndex(loadedDataConverter, 0, started?.input?.payloads, context);
}

const subjectSchema = z.looseObject({ connection: z.string().optional(), agentId: z.string().optional() });

/** The fields of an input that tasks are listed by. A task over many connections has none. */
export function subjectOf(input: object): { connection?: string; agentId?: string } {
	return subjectSchema.parse(input);
}

/** The parts of a task's input that every viewer of the task may see. */
export function shownInput(type: TaskType, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const fields: Readonly<Record<string, Visibility>> = definitions[type].fields;
	return Object.fromEntries(
		Object.entries(input).flatMap(([field, value]): Array<[string, unknown]> => {
			if (fields[field] === 'shown') return [[field, value]];
			return fields[field] === 'counted' && Array.isArray(value) ? [[`${field}Count`, value.length]] : [];
		}),
	);
}

/**
 * Digest that compares two starts with the same key. It omits fields with their default value, so that a release with a
 * new field still recognises the keys of the previous release. Do not change it: a change turns every repeat of an
 * older key into a conflict.
 */
export function inputParts({ type, input }: Pick<StartTask, 'type' | 'input'>): string[] {
	return ['input', canonical(withoutDefaults(definitions[type].input, input))];
}

/** The fields whose values differ from the schema's defaults. */
export function withoutDefaults(schema: z.ZodType<object>, input: object): object {
	const fields = Object.entries(input);
	const isDefault = (field: string, value: unknown) => {
		const rest = schema.safeParse(Object.fromEntries(fields.filter(([name]) => name !== field)));
		return rest.success && isDeepStrictEqual(Reflect.get(rest.data, field), value);
	};
	return Object.fromEntries(fields.filter(([field, value]) => !isDefault(field, value)));
}

/**
 * Digest that compares two requests to a running workflow with the same key. It is stored only in encrypted payloads.
 */
export function inputDigest(input: object): string {
	return createHash('sha256').update(canonical(input)).digest('base64url');
}

/** JSON with sorted field names, so that the order of fields in a request makes no difference. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, each: unknown) =>
		typeof each === 'object' && each !== null && !Array.isArray(each)
			? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
			: each,
	);
}
