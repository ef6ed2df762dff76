import type { IDataObject } from 'n8n-workflow';
import type { Source, SourceChanged, SourceType } from '../../../../api';
import type { Api, CallInput } from '../../transport/api';
import { rowOf } from '../../transport/row';
import { writeOnce } from '../../transport/write-once';
import type { ItemRun } from '../operation';
import { settleTime } from '../parameters/settle-time';
import { explainConflict } from '../agent/training-run';
import { auditedRow } from '../audited-row';
import { nameKey } from '../names';
import { type Listing, newMatches, noteAdded, noteNewest } from '../newest-known';

interface NewSource {
	agentId: string;
	type: SourceType;
	input: Pick<CallInput, 'body' | 'upload'>;
	/** Recognizes it in the list after a lost response. */
	isOurs: (source: Source) => boolean;
	settleSeconds: number | undefined;
}

const CONFLICT_HINT =
	'The service accepts no sources during a training run. Let the flow wait until the run has ended (a loop of Wait and Agent > Get Training Status). "Retry On Fail" in the settings of this node bridges only seconds.';

/** A text as a new source. */
export function textSource(
	{ agentId, title, content }: { agentId: string; title: string; content: string },
	settleSeconds: number | undefined,
): NewSource {
	const input = { body: { type: 'text', title, content } };
	return { agentId, type: 'text', input, isOurs: ({ name }) => nameKey(name) === nameKey(title), settleSeconds };
}

/** All sources of an agent that have this type. */
export function sourceListing(api: Api, agentId: string, type: SourceType): Listing<Source> {
	return {
		key: JSON.stringify(['sources', agentId, type]),
		read: (window) => api.call('listSources', { params: { id: agentId }, query: { ...window, type } }),
	};
}

/** Adds a source, which has no idempotency key. The output says if a response was lost. */
export async function addSource(run: ItemRun, source: NewSource): Promise<IDataObject[]> {
	const { api } = run;
	const { agentId, type, isOurs } = source;
	const listing = sourceListing(api, agentId, type);
	await noteNewest(api, listing);
	const id = source.input.upload === undefined ? 'addSource' : 'uploadSourceFile';
	const written = await writeOnce<SourceChanged>(api, {
		settleMs: (source.settleSeconds ?? settleTime.default) * 1000,
		send: async () => await api.call(id, { params: { id: agentId }, ...source.input, once: true }),
		look: async () => await newMatches(api, listing, isOurs),
	}).catch(async (error: unknown) => {
		throw await explainConflict(api, agentId, error, CONFLICT_HINT);
	});
	noteAdded(api, listing, written.result.id);
	return [auditedRow(run, rowOf(written.result), written.audit)];
}
