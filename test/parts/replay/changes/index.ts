import type { Changes } from '../changed-workflows';
import { addSourcesChanges } from './add-sources';
import { bulkActionChanges } from './bulk-action';
import { conversationExportChanges } from './conversation-export';
import { conversationSyncChanges } from './conversation-sync';
import { emailChanges } from './email';
import { eventsChanges } from './events';
import { forEachConnectionChanges } from './for-each-connection';
import { hooksChanges } from './hooks';
import { knowledgeSyncChanges } from './knowledge-sync';
import { leadExportChanges } from './lead-export';
import { leadSyncChanges } from './lead-sync';
import { personsChanges } from './persons';
import { retrainChanges } from './retrain';
import { waitsAndLookUpsChanges } from './waits-and-look-ups';
import { weeklyReportChanges } from './weekly-report';

/** For each history of any version, but the happy one, a change that goes unseen on every path but its own. */
export const CHANGES: Changes = {
	...retrainChanges,
	...leadSyncChanges,
	...knowledgeSyncChanges,
	...leadExportChanges,
	...conversationExportChanges,
	...conversationSyncChanges,
	...addSourcesChanges,
	...bulkActionChanges,
	...forEachConnectionChanges,
	...emailChanges,
	...eventsChanges,
	...hooksChanges,
	...waitsAndLookUpsChanges,
	...personsChanges,
	...weeklyReportChanges,
};
