import { z } from 'zod';
import { agentIdSchema, idSchema, integerIdSchema } from '../../api';
import { sourceFields } from '../add-sources/fields-contract';
import { count, everyInput, rowErrorSchema } from '../task/contract';
import { decisionOf } from '../review/contract';
import { decisionTime, reviewFields } from '../review/fields-contract';
import { exportFileSchema } from '../task/export-contract';
import { inForm } from '../task/field-form';
import { addressPatternsSchema } from './address-patterns-contract';
import { columnsSchema } from './columns-contract';
import { EDITED_CHARACTERS, STEP_KINDS } from './plan';
import { wantedRowsSchema } from './wanted-row-contract';

/** More rows are uploaded first. Bytes of their JSON. */
const INLINE_BYTES = 200_000;
/** Characters. */
const SET_NAME = 100;
/** Items that a decision may leave as they are. */
const MOST_KEPT = 1_000;
/** A plan waits so long. By default the worker keeps uploads for a week (blobs.keepUploadsHours), and a plan may need them. */
const DECISION_DAYS = 6;
/** A digest of a plan, as results show it. */
const PLAN_HASH = /^[\w-]{22}$/;

const MODES = {
	mirror: 'Delete what the set added, and ask about what it took over',
	own: 'Delete what the set added, and keep what it took over',
	add: 'Delete nothing',
};
const DRIFTS = { ask: 'Ask a person', overwrite: 'Overwrite the change', keep: 'Keep the change' };
const EXISTING = { refuse: 'Refuse the row', adopt: 'Adopt the item, and change it' };

const optionsOf = <Value extends string>(options: Readonly<Record<Value, string>>) =>
	z.enum(Object.keys(options) as [Value, ...Value[]]);

/** What a set is known by at its agent. */
export const setNameSchema = z.string().trim().min(1).max(SET_NAME);

/** What knowledge-sync takes, version 1. */
export const knowledgeSyncInputSchema = z
	.strictObject({
		...everyInput,
		agentId: idSchema.describe('The agent that is kept in step').meta(inForm('Agent', { choicesFrom: 'agents' })),
		set: setNameSchema
			.describe('The name of the set, the same in every sync. An agent may have several sets')
			.meta(inForm('Set')),
		rows: wantedRowsSchema
			.refine((rows) => new TextEncoder().encode(JSON.stringify(rows)).length <= INLINE_BYTES, {
				message: `are larger than ${INLINE_BYTES / 1_000} kB; upload them with PUT /v1/blobs and send the reference as blob`,
			})
			.optional()
			.describe(`What the agent should know, at most ${INLINE_BYTES / 1_000} kB. Or send blob or url`)
			.meta(inForm('Rows', { item: 'row' })),
		blob: sourceFields.blob
			.optional()
			.describe('Reference of an uploaded set (PUT /v1/blobs). In place of rows and url')
			.meta(inForm('Uploaded set', { upload: {}, help: 'In place of the rows' })),
		url: z
			.url({ protocol: /^(https?|folder)$/ })
			.max(2_000)
			.optional()
			.describe(
				'Address of a sitemap, or of a CSV, NDJSON, XLSX or ZIP file, which the worker fetches in each run. Or folder: and the name of a folder beside the worker (knowledge.folders). In place of rows and blob',
			)
			.meta(
				inForm('Address to fetch', { help: 'A sitemap, or a table such as a published sheet. In place of the rows' }),
			),
		fromAgent: z
			.boolean()
			.default(false)
			.describe(
				'Take what the agent has now and no other set owns, in place of rows, blob and url. Nothing is sent: the set owns it from then on, and the result has it as files',
			)
			.meta(
				inForm('What the agent has now', {
					isRare: true,
					help: 'In place of the rows. Nothing is sent: the set owns it from then on',
				}),
			),
		include: addressPatternsSchema
			.optional()
			.describe('Only pages of the sitemap with such an address, such as /help/**. Default: all')
			.meta(inForm('Only these pages', { item: 'pattern', isRare: true })),
		exclude: addressPatternsSchema
			.optional()
			.describe('No pages of the sitemap with such an address. Default: none are left aside')
			.meta(inForm('Not these pages', { item: 'pattern', isRare: true })),
		columns: columnsSchema
			.optional()
			.describe(
				'Which column of a table (CSV or XLSX) is which field: its title, or its number from 1 on. Default: by the titles question, answer and others',
			)
			.meta(
				inForm('Columns of the table', {
					item: 'column',
					isRare: true,
					help: 'Which column is which field, such as question=Frage or answer=2. Default: by the titles',
				}),
			),
		mode: optionsOf(MODES)
			.default('mirror')
			.describe(
				'Items of the set that no row wants. mirror: those that the set added are deleted, and a person decides on those that it took over. own: those that it took over stay. add: nothing is deleted',
			)
			.meta(inForm('Items that the set no longer has', { options: MODES })),
		planOnly: z
			.boolean()
			.default(false)
			.describe('Make a plan, and change nothing')
			.meta(inForm('Plan only', { isRare: true })),
		planHash: z
			.string()
			.regex(PLAN_HASH, 'must be the planHash of a result')
			.optional()
			.describe('Apply only if the plan still has this hash. Default: apply the plan as it is now')
			.meta(inForm('Hash of the plan', { isRare: true })),
		drift: optionsOf(DRIFTS)
			.default('ask')
			.describe('What to do with items of the set that a person changed since its last sync')
			.meta(inForm('Items that a person changed', { options: DRIFTS })),
		existing: optionsOf(EXISTING)
			.default('refuse')
			.describe('What to do if the agent has an item of the same name that the set did not add')
			.meta(inForm('Items that exist already', { isRare: true, options: EXISTING })),
		emptyOnPurpose: z
			.boolean()
			.default(false)
			.describe('Accept a set without rows, which deletes all its items')
			.meta(inForm('Empty on purpose', { isRare: true })),
		prove: z
			.boolean()
			.default(false)
			.describe('Search afterwards whether the agent finds what was added or changed, and no longer what was deleted')
			.meta(inForm('Prove by searches', { isRare: true })),
		...reviewFields,
		deadlineSeconds: decisionTime(DECISION_DAYS),
		timeoutSeconds: z
			.number()
			.int()
			.min(1)
			.max(30 * 24 * 3600)
			.optional()
			.describe('Stop after this many seconds. The next sync continues from there. Default: no limit')
			.meta(
				inForm('Time limit', {
					unit: 'seconds',
					isRare: true,
					help: 'Stop after this time. The next sync continues from there. Default: no limit',
				}),
			),
	})
	.superRefine((input, context) => {
		const { rows, blob, url, fromAgent, include, exclude, columns, mode, drift, emptyOnPurpose } = input;
		const { planOnly, planHash, prove } = input;
		const issue = (field: string, message: string) => {
			context.addIssue({ code: 'custom', path: [field], message });
		};
		if ([rows, blob, url, fromAgent || undefined].filter((each) => each !== undefined).length !== 1)
			issue('rows', 'and blob, url and fromAgent: send exactly one of them');
		if (fromAgent && mode === 'add') issue('mode', 'has no meaning with fromAgent, which deletes nothing; remove it');
		if (fromAgent && drift !== 'ask') issue('drift', 'has no meaning with fromAgent, which changes nothing; remove it');
		if (fromAgent && emptyOnPurpose) issue('emptyOnPurpose', 'has no meaning with fromAgent; remove it');
		if (fromAgent && prove) issue('prove', 'needs something to send; remove it or fromAgent');
		if (url === undefined && include !== undefined) issue('include', 'needs url; remove it or name a sitemap');
		if (url === undefined && exclude !== undefined) issue('exclude', 'needs url; remove it or name a sitemap');
		if (columns !== undefined && blob === undefined && url === undefined)
			issue('columns', 'needs a table; remove it, or upload a table in place of rows');
		if (rows?.length === 0 && mode === 'add') issue('rows', 'is empty; name at least one row');
		if (rows?.length === 0 && mode !== 'add' && !emptyOnPurpose)
			issue('rows', 'is empty, which would delete all items of the set; send emptyOnPurpose to delete them');
		if (planOnly && planHash !== undefined) issue('planHash', 'binds an apply; remove it or planOnly');
		if (planOnly && prove) issue('prove', 'needs an apply; remove it or planOnly');
	});
export type KnowledgeSyncInput = z.output<typeof knowledgeSyncInputSchema>;

/**
 * - `planned`: a plan only, or one that nobody approved, so nothing was sent.
 * - `done`: the service confirmed it, or nothing had to be sent.
 * - `saved_not_indexed`: the service saved the pair, and could not index it yet (503).
 * - `unproven`: the service confirmed it, and no search showed it (`prove`).
 * - `failed`: the service could not read the source.
 * - `refused`: by the plan or by the service, for the reason given.
 * - `waits`: a person decides on it.
 * - `stays`: it was not to be touched, for the reason given.
 * - `needs_person`: responses were lost, and whether it took effect is not certain.
 * - `not_started`: the task was stopped before its turn.
 */
const outcomeSchema = z.enum([
	'planned',
	'done',
	'saved_not_indexed',
	'unproven',
	'failed',
	'refused',
	'waits',
	'stays',
	'needs_person',
	'not_started',
]);
export type KnowledgeOutcome = z.output<typeof outcomeSchema>;

/** What a person decides about a plan that waits. */
export const PLAN_ACTIONS = ['approve', 'edit', 'reject'] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** Keys of items that a decision leaves as they are. */
export const keptKeysSchema = z.array(z.string()).max(MOST_KEPT);

/** Answers and texts that a person writes in place of those of the set, by the keys of their rows. */
export const editedTextsSchema = z
	.array(z.strictObject({ key: z.string(), text: z.string().refine((text) => text.trim() !== '', 'is empty') }))
	.min(1)
	.max(MOST_KEPT)
	.refine((texts) => texts.reduce((sum, { text }) => sum + text.length, 0) <= EDITED_CHARACTERS, {
		message: `have more than ${EDITED_CHARACTERS.toLocaleString('en')} characters; change the set itself`,
	})
	.superRefine((texts, context) => {
		const seen = new Set<string>();
		for (const [index, { key: edited }] of texts.entries()) {
			if (seen.has(edited))
				context.addIssue({
					code: 'custom',
					path: [index, 'key'],
					message: 'is given twice; send one text for each row',
				});
			seen.add(edited);
		}
	});
export type EditedText = z.output<typeof editedTextsSchema>[number];

export const stepKindSchema = z.enum(STEP_KINDS);

const knowledgeRowSchema = z.object({
	key: z.string(),
	type: z.enum(['qa', 'text', 'page', 'file']),
	/** The question, title, address or file name. */
	name: z.string(),
	/** The place of the row among the wanted ones, from 0; null if no row wants the item. */
	row: count.nullable(),
	step: stepKindSchema,
	outcome: outcomeSchema,
	/** The service's id; null if there is none. */
	id: integerIdSchema.nullable(),
	reason: rowErrorSchema.nullable(),
	/** `prove`: whether a search showed it; null if none was asked. */
	proven: z.boolean().nullable(),
	audit: z.object({
		/** Requests that may have reached the service. */
		writes: count,
		/** A response was lost, so the outcome was looked for. */
		ambiguous: z.boolean(),
		/** Further items of its name that may come from a lost request. */
		duplicates: z.array(integerIdSchema),
	}),
});
export type KnowledgeRow = z.output<typeof knowledgeRowSchema>;

/** What knowledge-sync ends with, version 1. */
export const knowledgeSyncResultSchema = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	set: z.string(),
	/** `rejected`: by a person. `expired`: nobody decided in time. Unless it was applied, nothing was sent. */
	outcome: z.enum(['applied', 'planned', 'rejected', 'expired']),
	/** How many steps of the plan are of each kind, and how they ended. */
	steps: z.record(stepKindSchema, count),
	counts: z.record(outcomeSchema, count),
	/** Rows that could not be read, or that were refused. */
	refusedRows: count,
	/** The rows that could not be read, at most 1,000. They have no place in `rows`. */
	unusable: z.array(
		z.object({
			/** As a spreadsheet numbers it; of a text file or of rows of an input, its line, from 1 on. Null: a whole file. */
			row: count.nullable(),
			/** The file in an archive, otherwise `The file` or `rows`. `fromAgent`: the name of the item. */
			source: z.string(),
			reason: z.string(),
		}),
	),
	/** A CSV with these rows and the reason of each, to correct and to send again; null if there are none. */
	refusedCsv: exportFileSchema.nullable(),
	/**
	 * A JSON file (`PlanFile`) of what the plan changes, with the texts before and after, as a reviewer reads it; null if
	 * nothing differs.
	 */
	differences: exportFileSchema.nullable(),
	/** `fromAgent`: the rows as the files of a folder, in one ZIP archive; null: of another set. */
	export: exportFileSchema.nullable().default(null),
	/** The digest of what the plan does. */
	planHash: z.string(),
	/** Version of the set's manifest afterwards; 0 if the set was never applied. */
	manifestVersion: count,
	/**
	 * One for each step of the plan that is not `unchanged`: `steps` counts those. At most 2,000, first those that did not
	 * end as wanted.
	 */
	rows: z.array(knowledgeRowSchema),
	/** Rows that are counted only. */
	rowsNotShown: count,
	/** What could not be read whole, so that nothing was deleted, in sentences. */
	broken: z.array(z.string()),
	/** What was assumed about an uploaded file, in sentences. */
	notes: z.array(z.string()),
	/** What people decided about its plans, oldest first. */
	decisions: z.array(decisionOf(PLAN_ACTIONS)),
	/** Why sources were not added though nobody stopped the task: the plan's limit, in the service's words. */
	stoppedBy: rowErrorSchema.nullable(),
	waitedSeconds: z.number().min(0),
});
export type KnowledgeSyncResult = z.output<typeof knowledgeSyncResultSchema>;
