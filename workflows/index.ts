/** The workflows of a worker: what is exported here is registered under its name. */
export { addSources } from './add-sources/workflow';
export { conversationExport } from './conversation-export/workflow';
export { conversationSync } from './conversation-sync/workflow';
export { emailSendWithReview } from './email/workflow';
export { deliverEvent } from './events/delivery';
export { tellIncident } from './events/incident';
export { publishEvent, resendEvents } from './events/workflow';
export { fairnessTrial } from './fairness/workflow';
export { leadExport } from './export/workflow';
export { leadSync } from './lead-sync/workflow';
export { lookUp } from './look-up/workflow';
export { nightlyRetrain } from './nightly-retrain/workflow';
export { personData } from './persons/workflow';
export { retrainAndWait } from './retrain/workflow';
export { mailReviewers } from './review/tell-reviewers';
export { keyUsed } from './schedules/workflow';
export { subscription } from './subscriptions/workflow';
export { deliverCallback, waitForTasks } from './waits/workflow';
