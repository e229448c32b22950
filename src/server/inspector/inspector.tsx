import { render } from 'preact';
import { Frame } from './frame/frame.tsx';
import { startKeys } from './frame/keys.ts';
import { startLive } from './frame/live.ts';
import { startRequests } from './requests/request-store.ts';

startRequests();
startLive();
startKeys();
render(<Frame />, document.body);
