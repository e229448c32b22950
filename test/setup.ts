import { removeFoldersAfterAll } from './temp-folder.ts';

removeFoldersAfterAll();
