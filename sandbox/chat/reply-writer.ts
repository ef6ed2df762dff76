import type { FoundPassage } from '../database/passages-repository';
import type { StoredMessage } from '../database/conversations-repository';

export interface ReplyRequest {
	agentName: string;
	question: string;
	/** What was said before, oldest first. */
	history: Pick<StoredMessage, 'role' | 'content'>[];
	/** What the reply must rest on, best first; at least one. */
	passages: FoundPassage[];
	/** Where the visitor is; empty when it was not said. */
	place: string;
	/** How the owner wants it written; empty: nothing special. Passages alone cannot follow them. */
	instructions: string;
}

/** Writes a reply in Markdown from passages. */
export interface ReplyWriter {
	write(request: ReplyRequest, signal: AbortSignal): Promise<string>;
}

/** Lets the passages speak for themselves: each one under its title, when there are several. */
export class PassageWriter implements ReplyWriter {
	write({ passages }: ReplyRequest): Promise<string> {
		const alone = passages.length === 1;
		const parts = passages.map(({ title, content }) => (alone ? content : `**${title}**\n\n${content}`));
		return Promise.resolve(parts.join('\n\n'));
	}
}
