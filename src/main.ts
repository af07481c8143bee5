import 'reflect-metadata';
import { loadConfig } from './config/config.js';
import { serve } from './serve.js';

serve({ config: loadConfig });
