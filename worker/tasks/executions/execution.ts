import { z } from 'zod';
import { EXECUTION_STATES } from '../../../workflows/waits/activities';

/** Longest name of a flow, and address of an execution. */
export const FLOW_LENGTH = 300;
export const ADDRESS_LENGTH = 2_000;

/** The execution of an n8n flow that waits for a task. */
export const executionSchema = z.object({
	id: z.string().describe("n8n's id of the execution"),
	flow: z
		.string()
		.nullable()
		.describe('The name of the flow. Null: an older node, or another program, opened the wait'),
	url: z.string().nullable().describe('Its page in n8n'),
});
export type Execution = z.output<typeof executionSchema>;

export const lookedExecutionSchema = executionSchema.extend({
	id: executionSchema.shape.id
		.nullable()
		.describe("n8n's id of the execution. Null: it was stopped, and you may not see it"),
	state: z
		.enum(EXECUTION_STATES)
		.describe('stands: it waits. stopped: it was stopped or has ended, so nobody waits. unknown: n8n cannot be asked'),
});
/** As n8n shows it now. */
export type LookedExecution = z.output<typeof lookedExecutionSchema>;

/** What a task notes of a wait for it, as JSON in its memo. */
const noteSchema = executionSchema.extend({
	waitId: z.string(),
	/** Of all tasks of the wait. Absent in notes of older versions. */
	connections: z.array(z.string()).exactOptional(),
	/** Whether a bound caller opened it. */
	bound: z.boolean().exactOptional(),
});
export type WaitNote = z.output<typeof noteSchema>;

export function noteOf(note: WaitNote): string {
	return JSON.stringify(noteSchema.parse(note));
}

/** @param notes of a memo, the newest last. Those that nobody can read are left out */
export function waitNotes(notes: readonly string[]): WaitNote[] {
	return notes.flatMap((note) => {
		try {
			return [noteSchema.parse(JSON.parse(note))];
		} catch {
			return [];
		}
	});
}

/** What somebody learns of an execution who may not see it: only that nobody waits any more. Null: nothing. */
export function unnamed(execution: LookedExecution | null): LookedExecution | null {
	return execution?.state === 'stopped' ? { id: null, flow: null, url: null, state: 'stopped' } : null;
}
