import { rowOf } from '../../AgentKnowledge/transport/row';
import { states } from '../watch/states';
import type { TriggerEvent } from './event';

export const agentReady: TriggerEvent = {
	value: 'agentReady',
	name: 'Agent Ready to Chat',
	description: 'The agent can chat for the first time. Its training may still continue.',
	endpoints: ['getTrainingStatus'],
	nothing: {
		message: 'The agent cannot chat yet',
		whatToDo: 'Train it with Agent > Retrain, wait until it can chat, then test again.',
	},
	watch: (api, id) =>
		states(async () => {
			const status = await api.call('getTrainingStatus', { params: { id } });
			return { sightings: [{ key: id, mark: status.canChat ? 'ready' : null, at: null, item: rowOf(status) }] };
		}),
};
