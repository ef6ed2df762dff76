import { rowOf } from '../../transport/row';
import { readQuestions } from '../../transport/unanswered-questions';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { period as periodOption } from '../parameters/period';

export const getUnanswered = defineOperation({
	value: 'getUnanswered',
	name: 'Get Unanswered Questions',
	action: 'Get unanswered questions of an agent',
	description: 'Get the questions that an agent could not answer, one item each. Needs a plan with advanced analytics.',
	endpoints: ['listUnansweredQuestions'],
	properties: [agentLocator, periodOption],
	async execute({ api }, { agentId, period }) {
		const answer = await readQuestions(api, { agentId, period });
		return answer.questions.map((question) => ({ agentId, period: answer.period, ...rowOf(question) }));
	},
});
