import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { conversationSyncResultSchema } from '../../../../workflows/conversation-sync/contract';
import { conversationExportResultSchema } from '../../../../workflows/conversation-export/contract';
import { query } from '../../../support/postgresql/start-cluster';
import type { PrepareTask } from './open-task';

const CONVERSATIONS = 12;

/** An export that has read some transcripts, and cannot read another one. */
export const conversationsHalfRead: PrepareTask = async (stack, key) => {
	const agentId = await stack.newAgent('Conversations');
	const expected: string[] = [];
	for (let count = 0; count < CONVERSATIONS; count += 1) {
		const id = await stack.admin.beginConversation(agentId);
		await stack.admin.addMessage(id, 'visitor', `Question ${count}`);
		expected.push(id);
	}
	const held = `/conversations/${expected[3]}`;
	return async () => {
		await stack.hold('GET', held);
		const id = await stack.begin('conversation-export', key, { agentIds: [agentId] });
		await eventually(
			() => stack.admin.requests({ method: 'GET', path: held }),
			(seen) => seen.some(({ status }) => status === 429),
			'A refused transcript',
		);
		return {
			id,
			async verify() {
				const { file, conversations } = conversationExportResultSchema.parse((await stack.ended(id)).result);
				const content = await buffer(Readable.from(stack.gateway.download(z.string().parse(file?.link))));
				expect(createHash('sha256').update(content).digest('hex')).toBe(file?.sha256);
				const lines = content.toString().trimEnd().split('\n');
				const ids = lines.map((line) => z.looseObject({ id: z.string() }).parse(JSON.parse(line)).id);
				expect(ids.toSorted()).toEqual(expected.toSorted());
				expect(conversations).toBe(expected.length);
			},
		};
	};
};

const idRow = z.array(z.object({ id: z.string() }));

/** A sync that has read some transcripts, and cannot read another one. */
export const conversationsHalfSynced: PrepareTask = async (stack, key) => {
	const agentId = await stack.newAgent('Synced conversations');
	const expected: string[] = [];
	for (let count = 0; count < CONVERSATIONS; count += 1) {
		const id = await stack.admin.beginConversation(agentId);
		await stack.admin.addMessage(id, 'visitor', `Question ${count}`);
		expected.push(id);
	}
	const held = `/conversations/${expected[3]}`;
	const found = async () => {
		const sql = 'SELECT conversation_id AS id FROM conversation_messages WHERE agent_id = $1';
		return idRow.parse(await query(stack.databaseUrl, sql, [agentId])).map(({ id }) => id);
	};
	return async () => {
		await stack.hold('GET', held);
		const id = await stack.begin('conversation-sync', key, {
			agentIds: [agentId],
			destination: 'database',
			intervalSeconds: 10,
		});
		await eventually(
			() => stack.admin.requests({ method: 'GET', path: held }),
			(seen) => seen.some(({ status }) => status === 429),
			'A refused transcript',
		);
		return {
			id,
			async verify() {
				await eventually(
					async () => (await found()).length === expected.length,
					Boolean,
					'All conversations in the tables',
				);
				expect((await found()).toSorted()).toEqual(expected.toSorted());
			},
			async cancel() {
				await stack.gateway.cancel(id);
				const { status, result } = await stack.ended(id);
				expect(status).toBe('cancelled');
				expect(conversationSyncResultSchema.parse(result)).toMatchObject({ conversations: expected.length });
			},
		};
	};
};
