import { searchKnowledge } from '../knowledge/search-knowledge';
import type { Agent } from '../repositories/agents-repository';
import type { StoredMessage } from '../repositories/messages-repository';
import type { PassagesRepository } from '../repositories/passages-repository';

export interface EmailQuestion {
	agent: Agent;
	message: string;
	location: undefined;
	/** What was said before, oldest first. */
	history: StoredMessage[];
}

export interface EmailAnswer {
	reply: string;
	sources: { title: string; url: string | null }[];
	/** False: the agent does not know; nothing is sent. */
	answered: boolean;
}

/** Who answers mail: what answers chat. */
export interface QuestionAnswerer {
	answer(question: EmailQuestion, signal: AbortSignal): Promise<EmailAnswer>;
}

/** Answers with the best passage of what the agent learned. */
export function answerFromKnowledge(passages: PassagesRepository): QuestionAnswerer {
	return {
		answer: ({ agent, message }) => {
			const [best] = searchKnowledge(passages, agent, message, 1);
			if (!best) return Promise.resolve({ reply: '', sources: [], answered: false });
			const source = { title: best.title ?? '', url: best.url ?? null };
			return Promise.resolve({ reply: best.content, sources: [source], answered: true });
		},
	};
}
