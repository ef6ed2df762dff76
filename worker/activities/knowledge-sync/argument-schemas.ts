import { z } from 'zod';
import { agentIdSchema } from '../../../api';
import type {
	BeginSteps,
	EndSteps,
	FindTexts,
	PlanAt,
	PlanSet,
	ProveStep,
	ReadItems,
	ReadSet,
	ReadTexts,
	ReleaseSet,
	ReportSet,
	RowsOfAgent,
	SendCall,
	StepCall,
	StepsToProve,
} from '../../../workflows/knowledge-sync/activities';
import { columnsSchema } from '../../../workflows/knowledge-sync/columns-contract';
import { knowledgeSyncInputSchema } from '../../../workflows/knowledge-sync/contract';
import { wantedRowSchema } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { rowErrorSchema } from '../../../workflows/task/contract';
import { recordedSyncSchema } from '../../storage/knowledge-sets';
import { offsetSchema } from '../task/arguments';
import { runSchema } from '../task/running-task';
import { stepEndSchema } from './part-schemas';

/** What the workflow passes to its activities. */

const count = z.int().min(0);
const id = z.int().positive();
const stored = { attempt: count };

const ofSchema = z.object({ connection: z.string(), agentId: agentIdSchema, set: z.string() });
const rowsSchema = z.object({ ...stored, rows: count });
const chunksSchema = z.object({ from: count, to: count, attempts: z.record(z.string(), count) });
const foundSchema = z.object({ ...stored, chunk: count });
const planAtSchema: z.ZodType<PlanAt> = z.object({ ...stored, round: count, steps: count, run: runSchema });
const oneEndsSchema = z.object({ ...stored, round: count, part: count });
const endsSchema = z.array(oneEndsSchema);
const moveSchema = { of: ofSchema, manifestVersion: count, move: count };

export const readSetSchema: z.ZodType<ReadSet> = z.object({
	of: ofSchema,
	rows: z.array(wantedRowSchema).optional(),
	blob: z.string().optional(),
	url: z.string().optional(),
	include: z.array(z.string()).optional(),
	exclude: z.array(z.string()).optional(),
	columns: columnsSchema.optional(),
	knowledgeHosts: z.array(z.string()).optional(),
	run: runSchema,
});

export const readItemsSchema: z.ZodType<ReadItems> = z.object({
	agentId: agentIdSchema,
	list: z.enum(['pairs', 'sources']),
	offset: offsetSchema,
	chunk: count,
	whole: z.literal(true).optional(),
	run: runSchema,
});

export const findTextsSchema: z.ZodType<FindTexts> = z.object({
	of: ofSchema,
	rows: rowsSchema,
	items: chunksSchema,
	chunk: count,
	all: z.literal(true).optional(),
	run: runSchema,
});

export const readTextsSchema: z.ZodType<ReadTexts> = z.object({
	agentId: agentIdSchema,
	found: foundSchema,
	span: z.tuple([count, count]),
	whole: z.literal(true).optional(),
	run: runSchema,
});

const textsSchema = z.object({ found: foundSchema, spans: z.array(z.object({ ...stored, from: count })) }).nullable();

export const rowsOfAgentSchema: z.ZodType<RowsOfAgent> = z.object({
	of: ofSchema,
	items: chunksSchema,
	texts: textsSchema,
	run: runSchema,
});

export const planSchema: z.ZodType<PlanSet> = z.object({
	of: ofSchema,
	policy: z.object({
		mode: knowledgeSyncInputSchema.shape.mode.unwrap(),
		drift: z.enum(['overwrite', 'keep', 'ask']),
		existing: z.enum(['refuse', 'adopt']),
		emptyOnPurpose: z.boolean(),
		adoptOnly: z.literal(true).optional(),
	}),
	rows: rowsSchema.extend({ refused: count, broken: z.array(z.string()), brokenParts: count.optional() }),
	items: chunksSchema,
	texts: textsSchema,
	round: count,
	ends: endsSchema,
	decision: z.object({ planHash: z.string(), keep: z.array(z.string()) }).nullable(),
	edits: z.array(z.object({ key: z.string(), text: z.string() })).optional(),
	run: runSchema,
});

export const beginSchema: z.ZodType<BeginSteps> = z.object({
	...moveSchema,
	plan: planAtSchema,
	items: chunksSchema.optional(),
});
export const stepsSchema = z.object({ plan: planAtSchema, part: count });

export const endSchema: z.ZodType<EndSteps> = z.object({
	...moveSchema,
	plan: planAtSchema,
	part: count,
	ends: z.array(stepEndSchema),
});

export const stepsToProveSchema: z.ZodType<StepsToProve> = z.object({
	ends: oneEndsSchema,
	run: runSchema,
});

export const proveSchema: z.ZodType<ProveStep> = z.object({
	agentId: agentIdSchema,
	plan: planAtSchema,
	rows: z.object(stored),
	index: count,
	id: id.nullable(),
	since: z.number(),
});

export const releaseSchema: z.ZodType<ReleaseSet> = z.object({ ...moveSchema, run: runSchema });

const callSchema: z.ZodType<StepCall> = z.discriminatedUnion('call', [
	z.object({ call: z.literal('add') }),
	z.object({ call: z.literal('change') }),
	z.object({ call: z.literal('disable') }),
	z.object({ call: z.literal('delete'), id }),
]);

export const sendSchema: z.ZodType<SendCall> = z.object({
	agentId: agentIdSchema,
	plan: planAtSchema,
	rows: z.object(stored),
	index: count,
	call: callSchema,
	id: id.nullable(),
});

export const reportSchema: z.ZodType<ReportSet> = z.object({
	of: ofSchema,
	plan: planAtSchema,
	last: planAtSchema,
	rows: rowsSchema,
	ends: endsSchema,
	sources: z.array(z.object({ id, status: z.enum(['indexed', 'failed', 'gone']), reason: z.string().nullable() })),
	unproven: z.array(z.string()).nullable(),
	stoppedBy: rowErrorSchema.nullable(),
	isPlanOnly: z.boolean(),
	sync: recordedSyncSchema.omit({ taskId: true, runId: true, counts: true, refusedRows: true }).optional(),
	exports: z.literal(true).optional(),
	run: runSchema,
});
