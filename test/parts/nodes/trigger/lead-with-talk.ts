import { z } from 'zod';
import { ago } from '../../../support/time/moments';
import type { World } from '../matrix/world';

const MINUTE = 60_000;

const idSchema = z.object({ id: z.string() });

/** A lead of a talk whose last message came so many minutes ago. @returns the id of the conversation */
export async function captureWithTalk(
	world: World,
	agent: string,
	name: string,
	capturedMinutesAgo: number,
	saidMinutesAgo = 600,
): Promise<string> {
	const createdAt = ago(saidMinutesAgo * MINUTE).toISOString();
	const messages = [
		{ role: 'visitor', content: `Question of ${name}`, createdAt },
		{ role: 'assistant', content: `Answer to ${name}`, createdAt },
	];
	const talk = { messages: messages.map(({ role, content }) => ({ role, content })), createdAt };
	const { id } = idSchema.parse(await world.admin('POST', `/agents/${agent}/conversations`, talk));
	const email = `${name}@client.example`;
	await world.add(agent, 'leads', {
		name,
		email,
		conversationId: id,
		capturedAt: ago(capturedMinutesAgo * MINUTE).toISOString(),
	});
	return id;
}
