import { cancellationSignal } from '@temporalio/activity';
import type { ApiClient } from '../../api';
import type { Keyring } from '../temporal/keyring';
import type {
	ConnectionActivities,
	ExportReadActivities,
	PersonReadActivities,
	SourceActivities,
} from '../../workflows/ports';
import type { WithoutErased } from '../persons';
import { readAgentPage } from './agents/read-agent-page';
import type { Destinations } from '../destinations';
import { emailActivities } from './email/email-activities';
import { leadIdSchema, syncOfSchema, syncPageSchema } from './lead-sync/arguments';
import { syncLead } from './lead-sync/sync-lead';
import { syncPage } from './lead-sync/sync-page';
import { answerLookUp, questionSchema } from './look-up/answer-look-up';
import { agentIdSchema, checked, offsetSchema, watchSchema } from './training/arguments';
import type { PollTiming } from './training/poll-delay';
import { readAgentTimes, readSourceTimes } from './training/read-times';
import { readTraining } from './training/read-training';
import { requestTraining } from './training/request-training';
import { watchTraining } from './training/watch-training';

/** The activities of one connection's queue. Each makes one call; the client inside retries nothing. */
export function connectionActivities(
	api: ApiClient,
	timing: PollTiming,
	destinations: Destinations,
	exports: ExportReadActivities,
	keyring: Keyring,
	sources: SourceActivities,
	persons: { erased: WithoutErased; reads: PersonReadActivities },
): ConnectionActivities {
	return {
		...emailActivities(api, keyring, timing),
		readTraining: (agentId) => readTraining(api, checked(agentIdSchema, agentId), cancellationSignal()),
		readAgentTimes: (agentId) => readAgentTimes(api, checked(agentIdSchema, agentId), cancellationSignal()),
		readSourceTimes: (agentId) => readSourceTimes(api, checked(agentIdSchema, agentId), cancellationSignal()),
		requestTraining: (agentId) => requestTraining(api, checked(agentIdSchema, agentId)),
		watchTraining: (watch) => watchTraining(api, checked(watchSchema, watch), timing, cancellationSignal()),
		readAgentPage: (offset) => readAgentPage(api, checked(offsetSchema, offset), cancellationSignal()),
		syncPage: (page) => syncPage(api, destinations, persons.erased, checked(syncPageSchema, page)),
		syncLead: (of, leadId) =>
			syncLead(api, destinations, persons.erased, checked(syncOfSchema, of), checked(leadIdSchema, leadId)),
		...exports,
		...sources,
		...persons.reads,
		answerLookUp: (question) => answerLookUp(api, checked(questionSchema, question), cancellationSignal()),
	};
}
