import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import { type Failing, failingSchema } from './why-missing';

/** What an attempt passes to the next one, of the conversation that fails. */
export interface FailingNotes {
	failing: Failing | null;
}

const notesSchema = z.object({ failing: failingSchema.nullable() });

/** Of the attempt before. @param earlier those of an activity before; default: none */
export function failingNotes(earlier?: unknown): FailingNotes {
	const before = notesSchema.safeParse(activityInfo().heartbeatDetails).data;
	return { failing: before === undefined ? failingOf(earlier) : before.failing };
}

function failingOf(earlier: unknown): Failing | null {
	return failingSchema.safeParse(earlier).data ?? null;
}

/** Adds the notes to a failure, as its second detail, for a workflow that hands them to its next activity. */
export function withNotes(error: unknown, { failing }: FailingNotes): unknown {
	if (failing !== null && error instanceof ApplicationFailure && error.details?.length === 1)
		error.details.push(failing);
	return error;
}
