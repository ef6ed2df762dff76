import type { KnowledgeSyncResult } from '../../api/types';
import { counted } from '../../words/words';

/** As many as are shown. */
const FIRST = 50;

/** Rows that cannot be used: faulty ones, and those that an earlier row forbids. */
export function Unusable({ rows }: { rows: KnowledgeSyncResult['unusable'] }) {
	if (rows.length === 0) return null;
	return (
		<section class="note bad">
			<h3>{`Cannot be used (${rows.length.toLocaleString('en')})`}</h3>
			<ul class="plain">
				{rows.slice(0, FIRST).map(({ row, source, reason }, index) => (
					<li key={index}>
						<strong>{row === null ? source : `Row ${row}`}</strong>
						{`: ${reason}.`}
					</li>
				))}
			</ul>
			{rows.length > FIRST && <p>{`And ${counted(rows.length - FIRST, 'further row')}.`}</p>}
		</section>
	);
}
