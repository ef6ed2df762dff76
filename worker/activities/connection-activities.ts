import { cancellationSignal } from '@temporalio/activity';
import type { ApiClient } from '../../api';
import type { Keyring } from '../temporal/keyring';
import type { ConnectionActivities } from '../../workflows/activities';
import type { SourceActivities } from '../../workflows/add-sources/activities';
import type { PersonReadActivities } from '../../workflows/persons/activities';
import type { ExportReadActivities } from '../../workflows/export/activities';
import type { WithoutErased } from '../privacy';
import { readAgentPage } from './task/read-agent-page';
import type { Destinations } from '../destinations';
import { emailActivities } from './email/email-activities';
import { leadIdSchema, syncOfSchema, syncPageSchema } from './lead-sync/arguments';
import { syncLead } from './lead-sync/sync-lead';
import { syncPage } from './lead-sync/sync-page';
import { answerLookUp, questionSchema } from './look-up/answer-look-up';
import { agentIdSchema, checked, offsetSchema, watchSchema } from './retrain/arguments';
import type { PollTiming } from './retrain/poll-delay';
import { readAgentTimes, readSourceTimes } from './retrain/read-times';
import { readTraining } from './retrain/read-training';
import { requestTraining } from './retrain/request-training';
import { watchTraining } from './retrain/watch-training';

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
