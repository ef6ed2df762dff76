import { createClient } from '../../../../api';
import { answerLookUp } from '../activities';
import type { Config } from '../../../config';
import type { LookUps } from '../../../connections/look-ups';

/** The worker's own calls without Temporal, for tests of its callers. */
export function directLookUps(connections: Config['connections']): LookUps {
	return {
		ask(name, question) {
			const settings = connections[name];
			if (settings === undefined) return Promise.reject(new Error(`There is no connection ${name}.`));
			const { baseUrl, apiKey } = settings;
			return answerLookUp(createClient({ baseUrl, apiKey }), question, new AbortController().signal);
		},
	};
}
