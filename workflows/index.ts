/** The workflows of a worker: what is exported here is registered under its name. */
export { retrainAndWait } from './retrain/retrain-and-wait';
export { waitForTasks } from './waits/wait-for-tasks';
export { deliverCallback } from './waits/deliver-callback';
