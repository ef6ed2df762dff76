import { newestFirst } from '../watch/newest-first';
import type { TriggerEvent } from './event';

export const newSource: TriggerEvent = {
	value: 'newSource',
	name: 'New Source',
	description: 'A web page, text or file was added to the agent. It may not be indexed yet.',
	endpoints: ['listSources'],
	nothing: {
		message: 'The agent has no source yet',
		whatToDo: 'Add a source, for example with Source > Add Text, then test again.',
	},
	watch: (api, id) => newestFirst((window) => api.call('listSources', { params: { id }, query: { ...window } })),
};
