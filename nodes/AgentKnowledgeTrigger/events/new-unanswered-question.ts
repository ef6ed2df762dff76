import type { IDataObject } from 'n8n-workflow';
import { rowOf } from '../../AgentKnowledge/transport/row';
import { readQuestions } from '../../AgentKnowledge/transport/unanswered-questions';
import { hashOf, sightingOf, type Sighting } from '../memory/sighting';
import { states } from '../watch/states';
import type { TriggerEvent } from './event';

/** A poll reads them all, 100 a request. */
const MOST_QUESTIONS = 1_000;

export const newUnansweredQuestion: TriggerEvent = {
	value: 'newUnansweredQuestion',
	name: 'New Unanswered Question',
	description: 'The agent could not answer a question. Needs a plan with advanced analytics.',
	endpoints: ['listUnansweredQuestions'],
	nothing: {
		message: 'The agent has no unanswered question from the last 7 days',
		whatToDo: 'Ask the agent something that it cannot know, for example with Agent > Send Message, then test again.',
	},
	watch: (api, id) =>
		states(async () => {
			const { questions } = await readQuestions(api, { agentId: id, period: '7d' }, MOST_QUESTIONS);
			const goesOn = questions.length === MOST_QUESTIONS;
			return { sightings: numbered(questions.map(rowOf)).sort(newestFirst), goesOn };
		}),
};

/** Questions have no id, so a number distinguishes the same words at the same time. */
function numbered(questions: IDataObject[]): Sighting[] {
	const counts = new Map<string, number>();
	return questions.map((question) => {
		const hash = hashOf(question);
		const number = (counts.get(hash) ?? 0) + 1;
		counts.set(hash, number);
		return { ...sightingOf(question), key: `${hash} ${number}` };
	});
}

/** The specification does not state the order of the questions. */
function newestFirst(one: Sighting, other: Sighting): number {
	return (other.at ?? 0) - (one.at ?? 0);
}
