import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import type { QaPair } from '../../../../api';
import { ApiFailure } from '../../transport/api-failure';
import { rowOf } from '../../transport/row';
import { isSameText, spelling } from '../names';
import { defineOperation, type ItemRun } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions } from '../parameters/settle-time';
import { start } from '../parameters/text-form';
import { findKnown } from '../upsert/known-items';
import { assertOneRow } from '../upsert/one-row-each';
import { notTwice, withOutcome } from '../upsert/outcome';
import { withNameWarning } from '../upsert/shown-name';
import { createPair, pairListing } from './create-pair';
import { answerField, questionField } from './pair-fields';
import { withWarning } from './saved-later';

export const upsert = defineOperation({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update a Q&A pair',
	// The words that n8n's linter demands of an upsert.
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	endpoints: ['createQaPair', 'listQaPairs', 'updateQaPair'],
	properties: [
		agentLocator,
		{ ...questionField, description: 'The question, as visitors ask it. A row finds its pair by it.' },
		answerField,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Enabled',
					name: 'enabled',
					type: 'boolean',
					typeOptions: { emptyIsAbsent: true },
					default: true,
					description: 'Whether the agent uses the pair. An item where this is empty changes nothing about it.',
				},
			],
		},
		settleOptions,
	],
	check(run, { question }) {
		assertOneRow(run, 'question', question);
	},
	async execute(run, { agentId, question, answer, additionalFields: { enabled }, options }) {
		const pair = await findKnown(
			run,
			{
				listing: pairListing(run.api, agentId),
				nameOf: (one) => one.question,
				words: { things: 'Q&A pairs', name: 'question' },
			},
			question,
		);
		if (pair === null) {
			const { settleSeconds } = options;
			return withOutcome('created', await added(run, { agentId, question, answer, settleSeconds }, enabled));
		}
		const body: IDataObject = {
			...(spelling(pair.question) === spelling(question) ? {} : { question }),
			...(isSameText(pair.answer, answer) ? {} : { answer }),
			...(enabled === undefined || enabled === pair.enabled ? {} : { enabled }),
		};
		if (Object.keys(body).length === 0) return withOutcome('unchanged', rowOf(pair));
		if (pair.kind === 'media') throw managedElsewhere(run, pair);
		const ids = { id: agentId, pairId: pair.id };
		return withOutcome('updated', await changed(run, ids, { record: rowOf(pair), body }));
	},
});

/** A new pair is on, so one that shall be off takes a second request. */
async function added(
	run: ItemRun,
	pair: Parameters<typeof createPair>[1],
	enabled: boolean | undefined,
): Promise<IDataObject> {
	const [row = {}] = await createPair(run, pair).catch(notTwice);
	const named = withNameWarning(run, row, { shown: row.question, name: pair.question });
	if (enabled !== false || row.enabled === false || (typeof row.id !== 'number' && typeof row.id !== 'string'))
		return named;
	const ids = { id: pair.agentId, pairId: row.id };
	return await changed(run, ids, { record: named, body: { enabled } }).catch((error: unknown) => {
		if (!(error instanceof ApiFailure)) throw error;
		const { detail } = error.fields;
		throw error.with({ detail: `The pair was created, and may still be on. ${detail ?? ''}`.trim() });
	});
}

async function changed(
	run: ItemRun,
	params: { id: string; pairId: number | string },
	{ record, body }: { record: IDataObject; body: IDataObject },
): Promise<IDataObject> {
	const [row = {}] = await withWarning(
		run,
		async () => rowOf(await run.api.call('updateQaPair', { params, body })),
		() => ({}),
	);
	// A service need not show the pair in its response.
	return { ...record, ...body, ...row };
}

function managedElsewhere({ context, itemIndex }: ItemRun, { id, question }: QaPair): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The Q&A pair with the question "${start(question)}" has images or video`,
		{ itemIndex, description: `Only the dashboard can change it (ID ${id}). Nothing was written for this item.` },
	);
}
