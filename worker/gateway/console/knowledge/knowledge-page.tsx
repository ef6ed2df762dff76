import { TITLES } from '../addresses';
import { may } from '../api/session';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { ImportPanel } from './import/import-panel';
import { openImport } from './import/import-panel-address';

/** What agents know by sets of rows. */
export function KnowledgePage() {
	return (
		<Page title={TITLES['/knowledge']}>
			{may('start') && (
				<div class="buttons">
					<button type="button" class="main" onClick={() => openImport()}>
						Import a table
					</button>
				</div>
			)}
			<ImportPanel />
			<TaskPanel />
		</Page>
	);
}
