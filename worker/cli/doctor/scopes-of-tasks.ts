import type { Scope } from '../../../api';
import type { TaskType } from '../../../workflows/catalogue';

/** What a key must be allowed to do for each task (specification, part 5). */
export const SCOPES_OF_TASKS: Record<TaskType, readonly Scope[]> = {
	'retrain-and-wait': ['read:sources', 'write:sources'],
	'nightly-retrain': ['read:agents', 'read:sources', 'write:sources'],
	'lead-export': ['read:agents', 'read:leads'],
	'lead-sync': ['read:leads'],
	'email-send-with-review': ['read:email', 'read:conversations', 'write:conversations', 'write:chat'],
	'add-sources': ['read:sources', 'write:sources'],
};
