import { newestFirst } from '../watch/newest-first';
import type { TriggerEvent } from './event';

export const newQaPair: TriggerEvent = {
	value: 'newQaPair',
	name: 'New Question and Answer',
	description: 'A Q&A pair was added, with a text answer or with images and video',
	endpoints: ['listQaPairs'],
	nothing: {
		message: 'The agent has no Q&A pair yet',
		whatToDo: 'Add a pair, for example with Q&A Pair > Create, then test again.',
	},
	watch: (api, id) => newestFirst((window) => api.call('listQaPairs', { params: { id }, query: { ...window } })),
};
