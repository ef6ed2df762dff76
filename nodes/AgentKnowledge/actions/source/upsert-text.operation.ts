import { type IDataObject } from 'n8n-workflow';
import type { Source } from '../../../../api';
import type { Api } from '../../transport/api';
import { rowOf } from '../../transport/row';
import { timing } from '../../transport/timing';
import { isSameText, spelling } from '../names';
import { defineOperation, type ItemRun } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions } from '../parameters/settle-time';
import { findKnown } from '../upsert/known-items';
import { assertOneRow } from '../upsert/one-row-each';
import { notTwice, withOutcome } from '../upsert/outcome';
import { withNameWarning } from '../upsert/shown-name';
import { addSource, sourceListing, textSource } from './add-source';
import { contentField, titleField } from './text-fields';
import { assertTextSize } from './text-size';

/** The waits that are left. All items share them, or a slow service would make each of many texts wait. */
const pausesOf = new WeakMap<Api, number[]>();

export const upsertText = defineOperation({
	value: 'upsertText',
	name: 'Create or Update Text',
	action: 'Create or update a text source',
	description:
		'Create a text source, or update the one that has the title (upsert). A text that is right already costs a read, and is not written.',
	endpoints: ['addSource', 'getSource', 'getTrainingStatus', 'listSources', 'updateSource'],
	properties: [agentLocator, titleField, contentField, settleOptions],
	check(run, { title, content }) {
		assertTextSize(run, content);
		assertOneRow(run, 'title', title);
	},
	async execute(run, { agentId, title, content, options }) {
		const { api } = run;
		const source = await findKnown(
			run,
			{
				listing: sourceListing(api, agentId, 'text'),
				nameOf: ({ name }) => name,
				words: { things: 'texts', name: 'title' },
			},
			title,
		);
		if (source === null) {
			const added = addSource(run, textSource({ agentId, title, content }, options.settleSeconds));
			const [row = {}] = await added.catch(notTwice);
			return withOutcome('created', withNameWarning(run, row, { shown: row.name, name: title }));
		}
		const params = { id: agentId, sourceId: source.id };
		const stored = await storedContent(api, params);
		const body: IDataObject = {
			...(spelling(source.name) === spelling(title) ? {} : { title }),
			...(stored !== null && isSameText(stored, content) ? {} : { content }),
		};
		if (Object.keys(body).length === 0) return withOutcome('unchanged', withFailure(run, source));
		const { id, type } = source;
		const reply = rowOf(await api.call('updateSource', { params, body }));
		// A service need not show the source in its response.
		return withOutcome('updated', { id, agentId, type, name: title, ...reply });
	},
});

/**
 * The list shows no content, so each text that exists takes a request.
 * @returns null if the service does not show it: the content is written then, which leads to the same state
 */
async function storedContent(api: Api, params: { id: string; sourceId: number }): Promise<string | null> {
	const pauses = pausesOf.get(api) ?? [...timing.storingPausesMs];
	pausesOf.set(api, pauses);
	for (;;) {
		const { content, status } = await api.call('getSource', { params });
		if (typeof content === 'string') return content;
		const pauseMs = status === 'failed' || status === 'indexed' ? undefined : pauses.shift();
		if (pauseMs === undefined) return null;
		await api.wait(pauseMs);
	}
}

/** A text that could not be indexed is not known to the agent, though its content is right. */
function withFailure({ context, itemIndex }: ItemRun, source: Source): IDataObject {
	if (source.status !== 'failed') return rowOf(source);
	const why = source.errorMessage ?? 'It gives no reason.';
	const warning = `The service could not index this text: ${why} Delete the source, and run this again.`;
	context.addExecutionHints({ message: `Item ${itemIndex}: ${warning}`, type: 'warning', location: 'outputPane' });
	return { ...rowOf(source), warning };
}
