import { z } from 'zod';
import {
	type ItemType,
	type ShownItem,
	type Step,
	STEP_KINDS,
	STEP_REASONS,
} from '../../../workflows/knowledge-sync/plan';
import type { StepEnd } from '../../../workflows/knowledge-sync/activities';
import { wantedRowSchema } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { rowErrorSchema } from '../../../workflows/task/contract';
import type { PlannedRow } from './make-plan';

const count = z.int().min(0);
const id = z.int().positive();

export const itemTypeSchema: z.ZodType<ItemType> = z.enum(['qa', 'text', 'page', 'file']);

const plannedRowSchema: z.ZodType<PlannedRow> = z.object({
	key: z.string(),
	type: itemTypeSchema,
	name: z.string(),
	body: z.string(),
	enabled: z.boolean().optional(),
	item: id.optional(),
});

const cellsSchema = z.array(z.string()).optional();

/** A row of the set: what to send, what to compare, and the row as it stood in the file. */
export const storedRowSchema = z.object({ row: wantedRowSchema, planned: plannedRowSchema, cells: cellsSchema });
export type StoredRow = z.output<typeof storedRowSchema>;

/** A row that cannot be used. */
export const refusedRowSchema = z.object({
	place: z.object({ source: z.string(), row: count.optional() }),
	problems: z.array(z.object({ field: z.string().nullable(), reason: z.string() })),
	cells: cellsSchema,
});

export const shownItemSchema: z.ZodType<ShownItem> = z.object({
	type: itemTypeSchema,
	id,
	name: z.string(),
	body: z.string().nullable(),
	enabled: z.boolean().nullable(),
	isFailed: z.boolean(),
	isMedia: z.boolean(),
});

/** The beginning of what an item says, for a person. It stands beside what a plan compares, which needs no text. */
export const excerptSchema = z.object({ id, excerpt: z.string().nullable() });

/** The digest of a text that was read; null: it is still being stored, or gone. */
export const textBodySchema = z.object({ id, body: z.string().nullable() });

const stepSchema: z.ZodType<Step> = z.object({
	kind: z.enum(STEP_KINDS),
	key: z.string(),
	type: itemTypeSchema,
	name: z.string(),
	row: count.nullable(),
	id: id.nullable(),
	inTheWay: id.nullable(),
	replaced: z.array(id),
	formerKey: z.string().nullable(),
	changes: z.array(z.enum(['name', 'content', 'enabled'])),
	reason: z.enum(STEP_REASONS).nullable(),
	asks: z.boolean(),
});

const shownAfterSchema = z.object({ name: z.string(), body: z.string() });

/**
 * A step with all that later parts of the task need of it.
 *
 * - `send`: it has requests. `note`: it has none, and the manifest may learn something.
 * - `skip`: nothing of it is to be done, or it ended in an earlier round.
 */
export const plannedStepSchema = z.object({
	step: stepSchema,
	wanted: plannedRowSchema.nullable(),
	/** What a person wrote in place of its text. A plan of an earlier version does not say it. */
	edited: z.string().nullable().default(null),
	/** What the service shows of its item now; null if nothing, or not its content. */
	shown: shownAfterSchema.nullable(),
	does: z.enum(['send', 'note', 'skip']),
	/** Further items of its name after a lost response, which may come from a request that took effect late. */
	doubles: z.array(id),
});
export type PlannedStep = z.output<typeof plannedStepSchema>;

export const stepEndSchema: z.ZodType<StepEnd> = z.object({
	index: count,
	outcome: z.enum(['done', 'saved', 'refused', 'lost', 'not_started']),
	id: id.nullable(),
	shown: shownAfterSchema.nullable(),
	deleted: z.array(id),
	isIndexedLater: z.boolean(),
	error: rowErrorSchema.nullable(),
	writes: count,
});

/** How a step ended, known by its key: its place differs from round to round. */
export const endedStepSchema = z.object({ key: z.string(), end: stepEndSchema });
export type EndedStep = z.output<typeof endedStepSchema>;
