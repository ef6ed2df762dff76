import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { waitUntil } from '../../../../scripts/processes/wait-until.mjs';
import { conversationExportResultSchema } from '../../../../workflows/conversation-export/contract';
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
		await waitUntil('A refused transcript', async () =>
			(await stack.admin.requests({ method: 'GET', path: held })).some(({ status }) => status === 429) ? true : null,
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
