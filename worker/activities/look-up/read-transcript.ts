import { z } from 'zod';
import type { TranscriptMessage } from '../../../workflows/look-up/activities';
import { shortText } from '../../../workflows/task/failure';

/** What a reviewer needs; more would only make the page and the history long. */
const MESSAGES = 20;
const TEXT_LENGTH = 2_000;

/** The fields of a transcript are not shown (specification, part 2), so nothing of it has to be there. */
const transcriptSchema = z.looseObject({
	messages: z
		.array(
			z.looseObject({
				role: z.string().optional(),
				content: z.string().optional(),
				createdAt: z.string().optional(),
			}),
		)
		.catch([]),
});

/** The last messages of a conversation, oldest first. */
export function readTranscript(conversation: unknown): TranscriptMessage[] {
	const { messages } = transcriptSchema.catch({ messages: [] }).parse(conversation);
	return messages.slice(-MESSAGES).map(({ role, content, createdAt }) => ({
		from: role ?? '',
		text: shortText(content ?? '', TEXT_LENGTH),
		at: createdAt ?? null,
	}));
}
