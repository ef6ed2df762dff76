import { useSignal } from '@preact/signals';
import { upload } from '../../api/gateway';
import { messageOf, poller } from '../../api/live';
import { expireIfRefused } from '../../api/session';
import type { ControlAttributes } from '../labelled';

/** The names of the files that this tab has uploaded, by their references. */
const names = new Map<string, string>();

export interface UploadControlProps {
	attributes: ControlAttributes;
	/** The reference of the uploaded file. Empty: none. */
	typed: string;
	/** Of the uploaded file. Default: as this tab knows it. */
	name?: string | undefined;
	/** @param name of the file, before it is uploaded */
	onChoose: (name: string) => void;
	onUpload: (reference: string, name: string) => void;
}

/** Uploads a file as soon as it is chosen or dropped here. The form sends its reference only. */
export function UploadControl({ attributes, typed, name, onChoose, onUpload }: UploadControlProps) {
	const isBusy = useSignal(false);
	const trouble = useSignal('');
	const send = async (file: File) => {
		isBusy.value = true;
		trouble.value = '';
		onChoose(file.name);
		try {
			const reference = await upload(file);
			names.set(reference, file.name);
			onUpload(reference, file.name);
		} catch (error) {
			if (expireIfRefused(error)) poller.pause();
			trouble.value = `${messageOf(error)} The file was not uploaded. Choose it again.`;
		} finally {
			isBusy.value = false;
		}
	};
	return (
		<div
			class="drop"
			onDragOver={(event) => event.preventDefault()}
			onDrop={(event) => {
				event.preventDefault();
				const { files = [], items = [] } = event.dataTransfer ?? {};
				const isFolder = [...items].some((item) => item.webkitGetAsEntry()?.isDirectory === true);
				if (isFolder || files.length > 1) trouble.value = 'The field takes one file. Drop one file, and no folder.';
				else if (files[0] !== undefined) void send(files[0]);
			}}
		>
			<input
				{...attributes}
				type="file"
				onChange={({ currentTarget: input }) => {
					const file = input.files?.[0];
					// The same file can be chosen again after a failure.
					input.value = '';
					if (file !== undefined) void send(file);
				}}
			/>
			<p role="status" class={trouble.value === '' ? undefined : 'bad'}>
				{isBusy.value ? 'Uploading…' : trouble.value || uploaded(typed, name)}
			</p>
		</div>
	);
}

function uploaded(reference: string, name = names.get(reference) ?? 'a file'): string {
	return reference === '' ? '' : `Uploaded: ${name}`;
}
