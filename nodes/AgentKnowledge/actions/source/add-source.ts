import type { IDataObject } from 'n8n-workflow';
import type { Source, SourceChanged, SourceType } from '../../../../api';
import type { CallInput } from '../../transport/api';
import { rowOf } from '../../transport/row';
import { writeOnce } from '../../transport/write-once';
import type { ItemRun } from '../operation';
import { explainConflict } from '../agent/training-run';
import { reportAudit } from '../audit-hint';
import { newMatches, noteAdded, noteNewest } from './newest-known';

interface NewSource {
	agentId: string;
	type: SourceType;
	/** What is sent: a body or an upload. */
	input: Pick<CallInput, 'body' | 'upload'>;
	/** How to know it again in the list, should the answer be lost. */
	isOurs: (source: Source) => boolean;
	settleSeconds: number;
}

const CONFLICT_HINT =
	'Sources cannot be added meanwhile. Wait until the run has ended (Agent > Get Training Status), or turn on "Retry On Fail" in this node\'s settings.';

/** Adds a source, write-once, and says in the output when an answer was lost on the way. */
export async function addSource(run: ItemRun, source: NewSource): Promise<IDataObject[]> {
	const { api } = run;
	const { agentId, type, isOurs } = source;
	await noteNewest(api, agentId, type);
	const id = source.input.upload === undefined ? 'addSource' : 'uploadSourceFile';
	const written = await writeOnce<SourceChanged>(api, {
		settleMs: source.settleSeconds * 1000,
		send: async () => await api.call(id, { params: { id: agentId }, ...source.input, once: true }),
		look: async () => await newMatches(api, agentId, type, isOurs),
	}).catch(async (error: unknown) => {
		throw await explainConflict(api, agentId, error, CONFLICT_HINT);
	});
	noteAdded(api, agentId, written.result);
	reportAudit(run, written.audit);
	return [{ ...rowOf(written.result), ...(written.audit === undefined ? {} : { audit: rowOf(written.audit) }) }];
}
