/** The workflows of a worker: what is exported here is registered under its name. */
export { leadExport } from './export/lead-export';
export { retrainAndWait } from './retrain/retrain-and-wait';
export { leadSync } from './lead-sync/lead-sync';
export { nightlyRetrain } from './nightly-retrain/nightly-retrain';
export { emailSendWithReview } from './email/email-send-with-review';
export { mailReviewers } from './email/mail-reviewers';
export { addSources } from './add-sources/add-sources';
export { personData } from './persons/person-data';
export { lookUp } from './look-up/look-up';
export { waitForTasks } from './waits/wait-for-tasks';
export { deliverCallback } from './waits/deliver-callback';
export { publishEvent } from './events/publish-event';
export { resendEvents } from './events/resend-events';
export { deliverEvent } from './events/deliver-event';
export { keyUsed } from './schedules/key-used';
export { subscription } from './subscriptions/subscription';
