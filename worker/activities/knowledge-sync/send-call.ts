import { type ApiClient, ApiError } from '../../../api';
import type { CallResponse, SendCall, ShownAfter } from '../../../workflows/knowledge-sync/activities';
import type { Step } from '../../../workflows/knowledge-sync/plan';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import type { Blobs } from '../../storage/blobs';
import { answerOf, bodyOf, sendSource } from '../add-sources/add-source';
import { taskErrorOf } from '../task/failure';
import { digestOf } from './content-digest';
import type { PlannedStep } from './part-schemas';
import type { StoredParts } from './stored-parts';
import { readRow, readStep } from './stored-steps';

export interface SendWith {
	api: ApiClient;
	blobs: Blobs;
	parts: StoredParts;
}

/**
 * Sends one request of a step, once, and says what is certain about its effect. The worker never cuts it short: a
 * cancelled request would be one more with an unknown outcome.
 * @throws a final failure if the service would refuse every request of the task
 */
export async function sendCall(request: SendCall, given: SendWith): Promise<CallResponse> {
	const { plan, rows, index, call } = request;
	const { parts } = given;
	const planned = await readStep(parts, plan, index);
	const { step, edited } = planned;
	const row = await readRow(parts, planned, rows);
	try {
		switch (call.call) {
			case 'add':
				return await add(request, rowIn(row), edited, given);
			case 'change':
				return await change(request, planned, rowIn(row), given);
			case 'disable':
				return await disable(request, given);
			case 'delete':
				return await remove(request, step.type, call.id, given);
		}
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return answerTo(error, call.call, step.type === 'qa');
	}
}

function rowIn(row: WantedRow | null): WantedRow {
	if (row === null) throw new Error('The step has no row.');
	return row;
}

async function add(
	{ agentId }: SendCall,
	row: WantedRow,
	edited: string | null,
	{ api, blobs }: SendWith,
): Promise<CallResponse> {
	const params = { id: agentId };
	if (row.type === 'qa') {
		const { question, answer } = row;
		const pair = await api.call('createQaPair', { params, body: { question, answer } });
		return accepted(pair.id, { name: pair.question, body: digestOf(pair.answer) });
	}
	const sent = await bodyOf(blobs, sourceOf(row));
	if ('outcome' in sent) return sent;
	return accepted(await sendSource(api, agentId, sent), shownText(row, edited));
}

/** What an edited text will show. Of any other, what the set says is what it shows. */
function shownText(row: WantedRow, edited: string | null): ShownAfter | null {
	return edited === null || row.type !== 'text' ? null : { name: row.title, body: digestOf(edited) };
}

function sourceOf(row: Exclude<WantedRow, { type: 'qa' }>): Parameters<typeof bodyOf>[1] {
	switch (row.type) {
		case 'page':
			return { type: 'url', url: row.url };
		case 'text':
			return { type: 'text', title: row.title, content: row.content, blob: row.blob };
		case 'file':
			return { type: 'file', filename: row.filename, blob: row.blob };
	}
}

async function change(
	{ agentId, id }: SendCall,
	{ step: { changes }, edited }: Pick<PlannedStep, 'step' | 'edited'>,
	row: WantedRow,
	given: SendWith,
): Promise<CallResponse> {
	const { api, blobs } = given;
	const item = idIn(id);
	const has = (each: Step['changes'][number]) => changes.includes(each);
	if (row.type === 'qa') {
		const body = {
			...(has('name') ? { question: row.question } : {}),
			...(has('content') ? { answer: row.answer } : {}),
			...(has('enabled') ? { enabled: row.enabled } : {}),
		};
		const pair = await api.call('updateQaPair', { params: { id: agentId, pairId: item }, body });
		return accepted(pair.id, { name: pair.question, body: digestOf(pair.answer) });
	}
	if (row.type !== 'text') throw new Error('Only pairs and texts can be changed.');
	const sent = await bodyOf(blobs, sourceOf(row));
	if ('outcome' in sent) return sent;
	if (sent.operation !== 'addSource' || sent.body.type !== 'text') throw new Error('The row is no text.');
	const { content, title } = sent.body;
	const body = { ...(has('name') ? { title } : {}), ...(has('content') ? { content } : {}) };
	await api.call('updateSource', { params: { id: agentId, sourceId: item }, body });
	return accepted(item, shownText(row, edited));
}

async function disable({ agentId, id }: SendCall, { api }: SendWith): Promise<CallResponse> {
	const pair = await api.call('updateQaPair', { params: { id: agentId, pairId: idIn(id) }, body: { enabled: false } });
	return accepted(pair.id, { name: pair.question, body: digestOf(pair.answer) });
}

async function remove({ agentId }: SendCall, type: Step['type'], id: number, { api }: SendWith): Promise<CallResponse> {
	try {
		if (type === 'qa') await api.call('deleteQaPair', { params: { id: agentId, pairId: id } });
		else await api.call('deleteSource', { params: { id: agentId, sourceId: id } });
	} catch (error) {
		// Somebody else has deleted it since the list was read.
		if (!(error instanceof ApiError) || error.status !== 404 || error.type === 'http_404') throw error;
	}
	return accepted(null, null);
}

function idIn(id: number | null): number {
	if (id === null) throw new Error('The step has no item.');
	return id;
}

function accepted(id: number | null, shown: ShownAfter | null, isIndexedLater = false): CallResponse {
	return { outcome: 'accepted', id, shown, isIndexedLater };
}

/** A 503 of a Q&A change, in the service's own envelope, says that it is saved (specification, part 7). */
function answerTo(error: ApiError, call: SendCall['call']['call'], isPair: boolean): CallResponse {
	if (isPair && error.status === 503 && error.type !== 'http_503')
		return call === 'add' ? { outcome: 'saved' } : accepted(null, null, true);
	// The item is gone since the list was read. The next sync adds it again.
	if (error.status === 404 && call !== 'add') return { outcome: 'refused', error: taskErrorOf(error) };
	return answerOf(error);
}
