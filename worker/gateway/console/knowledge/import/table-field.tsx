import { useState } from 'preact/hooks';
import { upload } from '../../api/gateway';
import { UploadControl } from '../../forms/controls/upload-control';
import { LongTextControl } from '../../forms/controls/plain-controls';
import { Labelled } from '../../forms/labelled';
import { ActionButton } from '../../parts/action-button';
import type { ImportDraft } from './import-draft';

export interface TableFieldProps extends Pick<ImportDraft, 'file' | 'pasted'> {
	/** Sentences. */
	problems: readonly string[];
	onPaste: (pasted: string) => void;
	onFile: (file: NonNullable<ImportDraft['file']>) => void;
}

/** The table: a file that is dropped or chosen, or rows that are pasted. Both are uploaded. */
export function TableField({ file, pasted, problems, onPaste, onFile }: TableFieldProps) {
	// It closes only by hand, even if the last row is removed.
	const [hadRows] = useState(pasted !== '');
	const use = async () => {
		onFile({ blob: await upload(new Blob([pasted], { type: 'text/plain' })), name: 'pasted rows' });
		return undefined;
	};
	return (
		<>
			<Labelled
				id="import-blob"
				label="Table"
				help="Drop a CSV or XLSX file here, or choose one. Its first row has titles"
				isRequired
				problems={problems}
			>
				{(attributes) => (
					<UploadControl
						attributes={attributes}
						typed={file?.blob ?? ''}
						name={file?.name}
						onChoose={noChoice}
						onUpload={(blob, name) => onFile({ blob, name })}
					/>
				)}
			</Labelled>
			<details class="options" open={hadRows}>
				<summary>Or paste rows from a spreadsheet</summary>
				<Labelled
					id="import-pasted"
					label="Rows"
					help="Copy them in the spreadsheet together with the row of titles"
					isRequired={false}
					problems={[]}
				>
					{(attributes) => <LongTextControl attributes={attributes} typed={pasted} onType={onPaste} />}
				</Labelled>
				{pasted.trim() !== '' && (
					<div class="buttons">
						<ActionButton label="Use these rows" act={use} />
					</div>
				)}
			</details>
		</>
	);
}

/** Only the upload counts. */
const noChoice = () => undefined;
