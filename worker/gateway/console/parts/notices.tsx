import { useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext } from 'preact/hooks';
import { messageOf } from '../api/live';
import { CopyButton } from './copy-button';

/** Says what came of an action: a text, or an error. */
export type Say = (what: unknown) => void;

export interface Notice {
	text: string;
	isBad: boolean;
}

export function noticeOf(what: unknown): Notice {
	return { text: messageOf(what), isBad: what instanceof Error };
}

const SayContext = createContext<Say>(() => undefined);

/** Says it at the place of the nearest `Notices`: on the page, or in the open window. */
export function useSay(): Say {
	return useContext(SayContext);
}

/** A place for what came of an action, which screen readers announce. */
export function Notices({ children }: { children: ComponentChildren }) {
	const notice = useSignal<Notice>({ text: '', isBad: false });
	const say = useCallback<Say>((what) => {
		notice.value = noticeOf(what);
	}, []);
	return (
		<SayContext.Provider value={say}>
			<p role="status" class={notice.value.isBad ? 'bad' : undefined}>
				{notice.value.text}
			</p>
			{notice.value.isBad && <CopyButton key={notice.value.text} text={notice.value.text} />}
			{children}
		</SayContext.Provider>
	);
}
