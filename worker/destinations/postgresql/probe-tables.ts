import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Lead } from '../../../api';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { Probed } from '../destination';
import type { Names } from './identifiers';
import { insertLeads } from './insert-leads';
import { readSyncRow, writeSyncRow } from './sync-row';

/** So large that few tables have it, and not too large for a column of four bytes. */
const LEAD_ID = 2_147_483_646;
const CURSOR: LeadCursor = { doneBefore: 0, done: [], pass: null, completeAt: null, rereadAt: 0 };

/**
 * Writes a made-up lead and the row of a sync, each as a sync does, first and again, in a transaction that is rolled back.
 * @throws what the database says where it takes neither
 */
export async function probeTables(client: ClientBase, names: Names, destination: string): Promise<Probed> {
	const of = { connection: `probe-${randomUUID()}`, agentId: 'agent_knowledge_probe' };
	await client.query('BEGIN');
	try {
		const lead = leadOf(of.agentId);
		const first = await insertLeads(client, names, of, [lead]);
		const again = await insertLeads(client, names, of, [lead]);
		const page = { cursor: CURSOR, refused: first.refused };
		const isNew = await writeSyncRow(client, names, destination, of, null, page);
		const kept = await readSyncRow(client, names, destination, of);
		const isMoved = kept !== null && (await writeSyncRow(client, names, destination, of, kept, page));
		if (!isNew || !isMoved) throw new Error(`a row that was written into ${names.syncs} is not there`);
		return probed(names, first.refused[0]?.reason, [first.written, again.written]);
	} finally {
		await client.query('ROLLBACK');
	}
}

function probed({ leads, syncs }: Names, refusal: string | undefined, written: [first: number, again: number]): Probed {
	const end = 'The transaction was rolled back.';
	if (refusal !== undefined) {
		const what = `${syncs} takes the row of a sync, but ${leads} refused a made-up lead, which tells nothing on real ones`;
		return { proven: false, detail: `${what}: ${refusal}. ${end}` };
	}
	if (written[0] !== 1 || written[1] !== 0) {
		const what = `${leads} counted ${written[0]} and then ${written[1]} new rows for the same made-up lead instead of 1 and 0`;
		return { proven: false, detail: `${what}: a trigger or rule may write it elsewhere. ${end}` };
	}
	const what = `A made-up lead was written into ${leads} once and not twice, and the row of a sync into ${syncs}`;
	return { proven: true, detail: `${what}. ${end}` };
}

function leadOf(agentId: string): Lead {
	return {
		id: LEAD_ID,
		agentId,
		conversationId: 'agent_knowledge_probe',
		name: 'Agent Knowledge',
		email: 'probe@agent-knowledge.invalid',
		phone: '+10000000000',
		city: 'None',
		country: 'None',
		countryCode: 'ZZ',
		fields: {},
		capturedAt: new Date().toISOString(),
	};
}
